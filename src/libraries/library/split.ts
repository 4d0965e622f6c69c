import type { Library } from '../../resources/library.ts';

/** When several Pods embed a library. */
export interface SplitOptions {
  /** Maximum number of Pods. */
  pods: number;
  /** Snippets that one Pod embeds before the run gets another. */
  snippetsPerPod: number;
}

/**
 * Returns the number of Pods for the snippets of a library that wait for vectors, from its status: at least 1. Reading is not
 * split, because it takes a small part of the time (ADR 28). Pure.
 */
export function sharesFor({ status }: Library, split: SplitOptions | undefined): number {
  if (!split) return 1;
  const { versions = [], embeddedPercent = 100 } = status;
  const served = versions.reduce((sum, { snippets }) => sum + snippets, 0);
  const waiting = (served * (100 - embeddedPercent)) / 100;
  return Math.max(1, Math.min(split.pods, Math.ceil(waiting / split.snippetsPerPod)));
}
