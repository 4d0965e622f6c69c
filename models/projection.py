"""Makes models/projection.npy: the matrix that projects the vectors of tokens from 384 to 64 dimensions.

    /tmp/lectern-model/bin/python models/projection.py FOLDER...

It reads the Markdown files of the folders, such as documentation of permissively licensed projects. The first 64 principal
directions of their tokens' vectors are rotated at random, so that the sign of each dimension says about equally much.
"""

import re
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load
from tokenizers import Tokenizer

import graph
import make

DIMENSIONS = 64
TEXTS = 2_000
CHARACTERS = 500
SEED = 2


def main(folders):
    texts = paragraphs(folders)
    weights = load(make.download()["model.safetensors"])
    session = make.open_session(graph.build(weights, np.eye(graph.WIDTH, dtype=np.float32)).SerializeToString())
    tokenizer = Tokenizer.from_file(str(make.TARGET / "tokenizer.json"))
    tokenizer.enable_truncation(128)
    covariance = np.zeros((graph.WIDTH, graph.WIDTH))
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        (vectors,) = session.run([graph.TOKENS], {"input_ids": ids})[0]
        covariance += vectors.T.astype(np.float64) @ vectors
    directions = np.linalg.eigh(covariance)[1][:, ::-1][:, :DIMENSIONS]
    rotation = np.linalg.qr(np.random.default_rng(SEED).normal(size=(DIMENSIONS, DIMENSIONS)))[0]
    np.save(Path(__file__).with_name("projection.npy"), (directions @ rotation).astype(np.float32))


def paragraphs(folders):
    """Paragraphs of the folders' Markdown files, the same ones in each run."""
    files = sorted(path for folder in folders for path in Path(folder).rglob("*.md") if path.is_file())
    found = [text.strip() for path in files for text in re.split(r"\n\s*\n", path.read_text(errors="replace"))]
    long = [text[:CHARACTERS] for text in found if len(text) > 80]
    chosen = np.random.default_rng(SEED).permutation(len(long))[:TEXTS]
    return [long[at] for at in chosen]


if __name__ == "__main__":
    main(sys.argv[1:])
