import { expect, test } from 'vitest';
import { flat, names, section, text } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

const content = `(ns ^{:author "A"} shop.saw
  "Cuts of a shop. Say \\"cut\\".

  They are even."
  (:require [shop.oil :as oil]))

(defn cut
  "Cuts a board.

      (cut saw board) ; => [1 2]

  Oils it \\\\ before, see [[oil!]]."
  {:added "1.0"}
  ([saw] (cut saw nil))
  ; (
  ([saw {:keys [board] :as opts}]
   (println "(" \\( board)))

(defmacro ^:no-doc secret "Hidden." [] nil)
(defn- inner "Hidden." [x] x)
(defn ^:private own "Hidden." [x] x)

(def ^{:arglists '([saw] [saw oil])
       :doc "Oils a saw."}
  oil! oil/oil!)

(def teeth "Teeth per inch." 3)
(def name-of "saw")
(s/defn price :- Int
  "What it costs."
  [saw :- Saw]
  3)
(defmulti sell "Sells by kind." :kind)
(defprotocol Tool
  "A tool."
  (sharpen [this] [this oil] "Sharpens it.")
  (drop-it [this]))
(defn undocumented [a b] a)
(deftest saws (is true))
`;

test('definitions of Clojure have their docstrings, and a function all its parameters', async () => {
  expect(await symbolsOf('src/shop/saw.cljc', content)).toEqual([
    ['shop.saw', ''],
    ['cut', '(defn cut\n  ([saw])\n  ([saw {:keys [board] :as opts}]))'],
    ['oil!', '(def oil!\n  ([saw])\n  ([saw oil]))'],
    ['teeth', '(def teeth)'],
    ['price', '(defn price [saw :- Saw])'],
    ['sell', '(defmulti sell)'],
    [
      'Tool',
      '(defprotocol Tool\n  (sharpen [this] [this oil] "Sharpens it.")\n  (drop-it [this]))',
    ],
    ['undocumented', '(defn undocumented [a b])'],
  ]);
  const document = await parseSource('src/shop/saw.cljc', content);
  expect(document.title).toBe('shop.saw');
  expect(flat(document)).toContain('Cuts of a shop. Say "cut".\n\nThey are even.');
  expect(text(section(document, 'cut'))).toContain('Oils it \\ before, see `oil!`.');
  expect(flat(document)).toContain('«clojure|(cut saw board) ; => [1 2]»');
});

test('a namespace for the library itself is left out', async () => {
  const inner = '(ns shop.impl.saw)\n(defn cut "Cuts." [x] x)\n';
  expect(names(await parseSource('src/shop/impl/saw.clj', inner))).toEqual([]);
  expect(names(await parseSource('src/a.clj', inner.replace('.impl', '')))).toContain('cut');
});

test('a hostile source of Clojure takes little time', async () => {
  const sources = [
    '(defn a "'.repeat(20_000),
    '(defn a "b" ^{:doc "c"} [x])\n'.repeat(8_000),
    `(def ${'^a '.repeat(50_000)}`,
    `(defn a ${'()'.repeat(50_000)}`,
    `${'(\n'.repeat(1_900)})`,
    ';'.repeat(200_000),
    `(ns a "${'\\"'.repeat(90_000)}`,
  ];
  const elapsed = startCpuClock();
  for (const source of sources) await parseSource('src/saw.clj', source);
  expect(elapsed()).toBeLessThan(10);
});
