"""all-MiniLM-L6-v2 in float64 numpy, written from the model's definition and sharing nothing with graph.py.

One text at a time, without padding or masks: what the ONNX files are measured against.
"""

from math import erf

import numpy as np

HEADS = 12


def embed(weights, ids):
    """The unit-length vector of one text given as token ids."""
    hidden = (
        weights["embeddings.word_embeddings.weight"][ids]
        + weights["embeddings.position_embeddings.weight"][: len(ids)]
        + weights["embeddings.token_type_embeddings.weight"][0]
    )
    hidden = layer_norm(hidden, weights, "embeddings.LayerNorm")
    layer = 0
    while f"encoder.layer.{layer}.output.dense.weight" in weights:
        hidden = encoder_layer(hidden, weights, f"encoder.layer.{layer}")
        layer += 1
    mean = hidden.mean(axis=0)
    return mean / np.linalg.norm(mean)


def encoder_layer(hidden, weights, prefix):
    query, key, value = (
        dense(hidden, weights, f"{prefix}.attention.self.{name}") for name in ("query", "key", "value")
    )
    heads = []
    for part in np.split(np.arange(hidden.shape[1]), HEADS):
        scores = query[:, part] @ key[:, part].T / np.sqrt(len(part))
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        heads.append(shares / shares.sum(axis=1, keepdims=True) @ value[:, part])
    attended = dense(np.hstack(heads), weights, f"{prefix}.attention.output.dense")
    hidden = layer_norm(attended + hidden, weights, f"{prefix}.attention.output.LayerNorm")
    wide = gelu(dense(hidden, weights, f"{prefix}.intermediate.dense"))
    out = dense(wide, weights, f"{prefix}.output.dense")
    return layer_norm(out + hidden, weights, f"{prefix}.output.LayerNorm")


def dense(value, weights, name):
    return value @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def layer_norm(value, weights, name):
    centred = value - value.mean(axis=1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-12)
    return centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def gelu(value):
    return value * (1 + np.vectorize(erf)(value / np.sqrt(2))) / 2
