"""Distils the published model into the encoder of documents, which has one layer less, and writes ../all-minilm-l6-v2/model.onnx. README.md says how
to run it.

The smaller model begins as the published one without a layer. It learns to give the same vectors for texts and for their tokens (1 minus
the cosine). So questions and documents stay in the space of the published model. The word table does not change.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import normalize

from encoder import cosine_schedule, encode, make, pad, published_weights, read_snippets

HERE = Path(__file__).parent
LEFT_OUT = ("dask", "jest")  # corpora that show the progress
DROPPED = 3  # the layer whose loss costs least, counted from 0
BATCH = 64
CHUNK = 16  # texts of like length that run together, so that little is padding
STEPS = 320
RATE = 2e-4
TOKEN_SHARE = 0.5  # of the loss
SHORT = 0.12  # share of texts that are questions
CUT = 0.15  # share of texts that end early, because documents also have short texts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("documents", type=Path, help="what `node bench/training-set.ts --out` wrote")
    documents = parser.parse_args().documents
    files = [file for file in sorted((HERE / "questions").glob("*.tsv")) if file.stem not in LEFT_OUT]
    texts = [text for file in files for one in read_snippets(documents, file.stem) for text in one["texts"]]
    questions = [part for file in files for line in file.read_text().splitlines() for part in line.split("\t")[2:]]
    shown = [one["texts"][0] for corpus in LEFT_OUT for one in read_snippets(documents, corpus)[::4]]
    teacher = published_weights()
    student = distil(teacher, texts, questions, shown)
    make.write_documents({name: value.numpy() for name, value in student.items()})


def distil(teacher, texts, questions, shown):
    random = np.random.default_rng(1)
    tokenizer = Tokenizer.from_file(str(make.TARGET / "tokenizer.json"))
    tokenizer.enable_truncation(make.WINDOW)
    projection = torch.tensor(np.load(HERE.parent / "projection.npy"))
    student = without_layer(teacher)
    moving = {name: value.requires_grad_(True) for name, value in student.items() if "word_embeddings" not in name}
    optimizer = torch.optim.AdamW(moving.values(), lr=RATE, betas=(0.9, 0.98), weight_decay=0)
    schedule = cosine_schedule(optimizer, STEPS, rising=20, lowest=0.02)
    taught = taught_by(teacher, [one.ids for one in tokenizer.encode_batch(shown)])
    print(f"before: {score(student, taught)}", flush=True)
    order = random.permutation(len(texts))
    for number in range(STEPS):
        batch = [texts[order[(number * BATCH + at) % len(order)]] for at in range(BATCH)]
        batch = [questions[random.integers(len(questions))] if random.random() < SHORT else text for text in batch]
        ids = [cut(one.ids, random) for one in tokenizer.encode_batch(batch)]
        optimizer.zero_grad()
        for padded, mask in chunks(ids):
            with torch.no_grad():
                vectors, tokens = encode(teacher, padded, mask)
            own_vectors, own_tokens = encode(student, padded, mask)
            of_texts = 1 - (vectors * own_vectors).sum(dim=-1)
            of_tokens = 1 - (project(tokens, projection) * project(own_tokens, projection)).sum(dim=-1)[mask]
            loss = of_texts.mean() + TOKEN_SHARE * of_tokens.mean()
            (loss * len(padded) / BATCH).backward()
        torch.nn.utils.clip_grad_norm_(moving.values(), 1.0)
        optimizer.step()
        schedule.step()
        if (number + 1) % 40 == 0:
            print(f"{number + 1} of {STEPS}: {score(student, taught)}", flush=True)
    return {name: value.detach() for name, value in student.items()}


def without_layer(weights):
    """A copy without the dropped layer. The layers after it move up."""
    kept = {}
    for name, value in weights.items():
        parts = name.split(".")
        if parts[1] == "layer":
            if int(parts[2]) == DROPPED:
                continue
            parts[2] = str(int(parts[2]) - (int(parts[2]) > DROPPED))
        kept[".".join(parts)] = value.clone()
    return kept


def cut(ids, random):
    return ids[: random.integers(6, max(7, len(ids)))] if random.random() < CUT else ids


def chunks(ids):
    ids = sorted(ids, key=len)
    return [pad(ids[at : at + CHUNK]) for at in range(0, len(ids), CHUNK)]


def project(tokens, projection):
    return normalize(normalize(tokens, dim=-1) @ projection, dim=-1)


@torch.no_grad()
def taught_by(teacher, ids):
    """The texts in chunks, each with the teacher's vectors."""
    return [(padded, mask, encode(teacher, padded, mask)[0]) for padded, mask in chunks(ids)]


@torch.no_grad()
def score(student, taught):
    """How near the vectors of both models are."""
    cosines = []
    for padded, mask, vectors in taught:
        cosines += (vectors * encode(student, padded, mask)[0]).sum(dim=-1).tolist()
    return f"cosine {np.mean(cosines):.4f}, lowest {min(cosines):.4f}"


if __name__ == "__main__":
    main()
