"""Trains the encoder of questions, and writes ../all-minilm-l6-v2/query.onnx. README.md says how to run it.

The vectors of documents stay as model.onnx gives them. A step takes questions about one corpus, and compares each with all
its snippets: the snippet that the question was written for must be the nearest (cross-entropy over the cosines). The word
table does not change. The result is the mean of the weights after each epoch.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from safetensors.numpy import load
from tokenizers import Tokenizer

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
import make  # noqa: E402
from encoder import encode  # noqa: E402

LEFT_OUT = ("dask", "jest")  # corpora that show the progress
TOKENS = 32  # of a question; longer ones are cut
BATCH = 64
EPOCHS = 3
RATE = 4e-5
SCALE = 25  # of cosines, for the softmax
SAME = 0.85  # snippets whose first texts are nearer than this to the right one may answer as well
PARTS = 2048  # arrays are padded to a multiple, so that few shapes are compiled


class Corpus(NamedTuple):
    """The texts of a corpus. `owner` has the snippet of each vector."""

    vectors: np.ndarray
    owner: np.ndarray
    firsts: np.ndarray
    questions: list  # of (question, index of its snippet)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("documents", type=Path, help="what `node bench/training-set.ts --out` wrote")
    documents = parser.parse_args().documents
    tokenizer = Tokenizer.from_file(str(make.TARGET / "tokenizer.json"))
    corpora = {file.stem: read_corpus(file, documents, tokenizer) for file in sorted((HERE / "questions").glob("*.tsv"))}
    with tempfile.TemporaryDirectory() as folder:
        weights = dict(load(make.download(Path(folder))["model.safetensors"]))
    weights = {name: value for name, value in weights.items() if value.dtype == np.float32 and "pooler" not in name}
    trained = train(weights, corpora, tokenizer)
    make.write_queries(trained)


def read_corpus(file, documents, tokenizer):
    lines = (documents / f"{file.stem}.jsonl").read_text().splitlines()
    snippets = [json.loads(line) for line in lines]
    cache = documents / f"{file.stem}.npy"
    texts = [text for snippet in snippets for text in snippet["texts"]]
    if not cache.exists():
        print(f"{file.stem}: embedding {len(texts)} texts", flush=True)
        np.save(cache, embed_documents(texts, tokenizer))
    owner = np.repeat(np.arange(len(snippets)), [len(snippet["texts"]) for snippet in snippets])
    vectors = np.load(cache)
    place = {snippet["id"]: at for at, snippet in enumerate(snippets)}
    rows = [line.split("\t") for line in file.read_text().splitlines()]
    known = [row for row in rows if row[0] in place]
    if len(known) < len(rows):
        print(f"{file.stem}: {len(rows) - len(known)} questions are about snippets that are no longer there")
    questions = [(question, place[row[0]]) for row in known for question in row[2:]]
    return Corpus(vectors, owner, vectors[np.searchsorted(owner, np.arange(len(snippets)))], questions)


def embed_documents(texts, tokenizer):
    session = make.open_session(make.TARGET / "model.onnx")
    ids = (tokenizer.encode(text).ids[: make.WINDOW] for text in texts)
    return np.stack([session.run(["embedding"], {"input_ids": np.array([one], np.int64)})[0][0] for one in ids])


def train(weights, corpora, tokenizer):
    weights = {name: jnp.asarray(value) for name, value in weights.items()}
    fixed = {name: value for name, value in weights.items() if name.startswith("embeddings.")}
    moving = {name: value for name, value in weights.items() if name not in fixed}
    random = np.random.default_rng(1)
    chosen = {name: corpus for name, corpus in corpora.items() if name not in LEFT_OUT}
    steps = [step for _ in range(EPOCHS) for step in batches(chosen, random)]
    epoch = len(steps) // EPOCHS
    rate = optax.warmup_cosine_decay_schedule(0, RATE, max(1, len(steps) // 10), len(steps), RATE * 0.05)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate, weight_decay=0.01))
    state = optimizer.init(moving)
    padded = {name: pad(corpus) for name, corpus in chosen.items()}

    def step(moving, state, questions, documents, snippets):
        gradient = jax.grad(loss)(moving, fixed, questions, documents, snippets)
        update, state = optimizer.update(gradient, state, moving)
        return optax.apply_updates(moving, update), state

    step = jax.jit(step, static_argnames="snippets")
    total = dict.fromkeys(moving, 0)
    print(f"before: {left_out_score(weights, corpora, tokenizer):.3f}", flush=True)
    for number, (name, at) in enumerate(steps, start=1):
        corpus = chosen[name]
        vectors, owner, snippets = padded[name]
        texts, right = zip(*(corpus.questions[one] for one in at))
        right = np.array(right)
        ignored = np.zeros((len(texts), snippets), np.float32)
        ignored[:, : len(corpus.firsts)] = corpus.firsts[right] @ corpus.firsts.T > SAME
        ignored[np.arange(len(texts)), right] = 0
        questions = (*tokens_of(tokenizer, texts), right, ignored)
        moving, state = step(moving, state, questions, (vectors, owner), snippets=snippets)
        if number % epoch == 0:
            total = {name: total[name] + np.asarray(value) for name, value in moving.items()}
            score = left_out_score({**fixed, **moving}, corpora, tokenizer)
            print(f"{number} of {len(steps)}: {score:.3f}", flush=True)
    mean = {name: value / EPOCHS for name, value in total.items()}
    return {name: np.asarray(value, np.float32) for name, value in {**fixed, **mean}.items()}


def batches(corpora, random):
    found = []
    for name, corpus in corpora.items():
        order = random.permutation(len(corpus.questions))
        found += [(name, order[at : at + BATCH]) for at in range(0, len(order) - BATCH + 1, BATCH)]
    return [found[at] for at in random.permutation(len(found))]


def pad(corpus):
    """Vectors, the snippet of each, and the number of snippets with padding. Padding belongs to one snippet more."""
    parts, snippets = (-(-len(one) // PARTS) * PARTS for one in (corpus.vectors, corpus.firsts))
    more = parts - len(corpus.vectors)
    return np.pad(corpus.vectors, ((0, more), (0, 0))), np.pad(corpus.owner, (0, more), constant_values=snippets), snippets


def loss(moving, fixed, questions, documents, snippets):
    ids, mask, right, ignored = questions
    vectors, owner = documents
    cosines = encode({**fixed, **moving}, ids, mask) @ vectors.T
    nearest = jax.ops.segment_max(cosines.T, owner, num_segments=snippets + 1)[:snippets].T
    scores = jnp.where(nearest < -2, -1e9, nearest * SCALE) - ignored * 1e9
    wanted = jnp.take_along_axis(scores, right[:, None], axis=1)[:, 0]
    return (jax.nn.logsumexp(scores, axis=-1) - wanted).mean()


def tokens_of(tokenizer, texts):
    ids, mask = np.zeros((len(texts), TOKENS), np.int32), np.zeros((len(texts), TOKENS), np.float32)
    for row, text in enumerate(texts):
        own = tokenizer.encode(text).ids[:TOKENS]
        ids[row, : len(own)], mask[row, : len(own)] = own, 1
    return ids, mask


encode_all = jax.jit(encode)


def left_out_score(weights, corpora, tokenizer):
    """MRR@10 of the questions about the corpora that are left out, by the cosine alone."""
    found = []
    for corpus in (corpora[name] for name in LEFT_OUT):
        texts, right = zip(*corpus.questions)
        for at in range(0, len(texts), 128):
            ids, mask = tokens_of(tokenizer, [*texts[at : at + 128], *[""] * (128 - len(texts[at : at + 128]))])
            for vector, wanted in zip(np.asarray(encode_all(weights, ids, mask)), right[at : at + 128]):
                nearest = np.full(len(corpus.firsts), -1.0)
                np.maximum.at(nearest, corpus.owner, corpus.vectors @ vector)
                place = 1 + (nearest > nearest[wanted]).sum()
                found.append(1 / place if place <= 10 else 0)
    return np.mean(found)


if __name__ == "__main__":
    main()
