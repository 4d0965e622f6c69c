"""all-MiniLM-L6-v2 in PyTorch, for training. `../reference.py` is the same model in numpy. Needs `../graph.py` on the path.

Weights are a dict of tensors by their published names. A model may have fewer layers than the published one.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load
from torch.nn.functional import gelu, layer_norm, linear, normalize, scaled_dot_product_attention

sys.path.insert(0, str(Path(__file__).parent.parent))
import make  # noqa: E402
from graph import HEADS, LAYER_NORM_EPSILON, WIDTH, count_layers  # noqa: E402


def published_weights():
    weights = load(make.download()["model.safetensors"])
    used = {name: value for name, value in weights.items() if value.dtype == np.float32 and "pooler" not in name}
    return {name: torch.tensor(value) for name, value in used.items()}


def read_snippets(documents, corpus):
    """The snippets of a corpus, with `id` and `texts`, from the folder that `node bench/training-set.ts` wrote."""
    return [json.loads(line) for line in (documents / f"{corpus}.jsonl").read_text().splitlines()]


def pad(ids):
    """Lists of token ids as a tensor, and a mask that is False for padding. 0 is the token for padding."""
    padded = torch.nn.utils.rnn.pad_sequence([torch.tensor(one) for one in ids], batch_first=True)
    return padded, padded > 0


def encode(weights, ids, mask):
    """The unit-length vectors of texts, and the last vectors of their tokens. `ids` and `mask` are [texts, tokens]."""
    with torch.autocast("cpu", torch.bfloat16):
        hidden = (
            weights["embeddings.word_embeddings.weight"][ids]
            + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        hidden = norm(hidden, weights, "embeddings.LayerNorm")
        for layer in range(count_layers(weights)):
            hidden = encoder_layer(hidden, mask[:, None, None, :], weights, f"encoder.layer.{layer}")
    hidden = hidden.float()
    return normalize((hidden * mask[:, :, None]).sum(dim=1), dim=-1), hidden


def cosine_schedule(optimizer, steps, rising, lowest):
    """The rate rises for `rising` steps, and then falls along a cosine, to `lowest` times its highest value."""

    def share(step):
        if step < rising:
            return step / rising
        return lowest + (1 - lowest) * (1 + math.cos(math.pi * (step - rising) / max(1, steps - rising))) / 2

    return torch.optim.lr_scheduler.LambdaLR(optimizer, share)


def encoder_layer(hidden, mask, weights, prefix):
    query, key, value = (
        heads(dense(hidden, weights, f"{prefix}.attention.self.{name}")) for name in ("query", "key", "value")
    )
    context = scaled_dot_product_attention(query, key, value, attn_mask=mask).transpose(1, 2).reshape(hidden.shape)
    attended = dense(context, weights, f"{prefix}.attention.output.dense")
    hidden = norm(attended + hidden, weights, f"{prefix}.attention.output.LayerNorm")
    wide = gelu(dense(hidden, weights, f"{prefix}.intermediate.dense"))
    out = dense(wide, weights, f"{prefix}.output.dense")
    return norm(out + hidden, weights, f"{prefix}.output.LayerNorm")


def heads(value):
    texts, tokens, _ = value.shape
    return value.view(texts, tokens, HEADS, WIDTH // HEADS).transpose(1, 2)


def dense(value, weights, name):
    return linear(value, weights[f"{name}.weight"], weights[f"{name}.bias"])


def norm(value, weights, name):
    return layer_norm(value, (WIDTH,), weights[f"{name}.weight"], weights[f"{name}.bias"], LAYER_NORM_EPSILON)
