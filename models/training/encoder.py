"""all-MiniLM-L6-v2 in JAX, for training. `../reference.py` is the same model in numpy. Needs `../graph.py` on the path."""

import jax
import jax.numpy as jnp
import numpy as np

from graph import HEADS, LAYER_NORM_EPSILON, LAYERS, WIDTH


def encode(weights, ids, mask):
    """The unit-length vectors of texts. `ids` and `mask` are [texts, tokens]; the mask is 0 for padding."""
    hidden = (
        weights["embeddings.word_embeddings.weight"][ids]
        + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    hidden = layer_norm(hidden, weights, "embeddings.LayerNorm")
    unseen = (1 - mask)[:, None, None, :] * -1e9
    for layer in range(LAYERS):
        hidden = encoder_layer(hidden, unseen, weights, f"encoder.layer.{layer}")
    total = (hidden * mask[:, :, None]).sum(axis=1)
    return total / jnp.linalg.norm(total, axis=-1, keepdims=True)


def encoder_layer(hidden, unseen, weights, prefix):
    query, key, value = (
        heads(dense(hidden, weights, f"{prefix}.attention.self.{name}")) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS) + unseen
    context = (jax.nn.softmax(scores, axis=-1) @ value).transpose(0, 2, 1, 3).reshape(hidden.shape)
    attended = dense(context, weights, f"{prefix}.attention.output.dense")
    hidden = layer_norm(attended + hidden, weights, f"{prefix}.attention.output.LayerNorm")
    wide = jax.nn.gelu(dense(hidden, weights, f"{prefix}.intermediate.dense"), approximate=False)
    out = dense(wide, weights, f"{prefix}.output.dense")
    return layer_norm(out + hidden, weights, f"{prefix}.output.LayerNorm")


def heads(value):
    texts, tokens, _ = value.shape
    return value.reshape(texts, tokens, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)


def dense(value, weights, name):
    return value @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def layer_norm(value, weights, name):
    centred = value - value.mean(axis=-1, keepdims=True)
    spread = jnp.sqrt((centred**2).mean(axis=-1, keepdims=True) + LAYER_NORM_EPSILON)
    return centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]
