import type { Measured } from './metrics.ts';

/** The metrics of a work queue, with the names of client-go. */
export class QueueMetrics {
  private readonly waitingSince = new Map<string, number>();
  private readonly workingSince = new Map<string, number>();
  private readonly labels: { name: string; controller: string };
  private readonly metrics: Measured['metrics'];

  constructor({ name, metrics }: Measured, depth: () => number) {
    this.metrics = metrics;
    this.labels = { name, controller: name };
    metrics.queueAdds.inc(this.labels, 0);
    metrics.queueRetries.inc(this.labels, 0);
    metrics.onCollect(() => {
      const now = performance.now();
      const working = [...this.workingSince.values()].map((since) => (now - since) / 1_000);
      metrics.queueDepth.set(this.labels, depth());
      metrics.queueUnfinished.set(
        this.labels,
        working.reduce((sum, seconds) => sum + seconds, 0),
      );
      metrics.queueLongest.set(this.labels, Math.max(0, ...working));
    });
  }

  /** Counts a key once until its work starts, even if it is added again. */
  added(key: string): void {
    if (this.waitingSince.has(key)) return;
    this.waitingSince.set(key, performance.now());
    this.metrics.queueAdds.inc(this.labels);
  }

  started(key: string): void {
    observe(this.metrics.queueSeconds.labels(this.labels), this.waitingSince.get(key));
    this.waitingSince.delete(key);
    this.workingSince.set(key, performance.now());
  }

  done(key: string): void {
    observe(this.metrics.queueWorkSeconds.labels(this.labels), this.workingSince.get(key));
    this.workingSince.delete(key);
  }

  retried(): void {
    this.metrics.queueRetries.inc(this.labels);
  }
}

function observe(histogram: { observe(seconds: number): void }, since: number | undefined): void {
  if (since !== undefined) histogram.observe((performance.now() - since) / 1_000);
}
