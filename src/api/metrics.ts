import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { AnswerStage } from '../search/context.ts';
import type { DeliveryOutcome } from './routes/webhooks.ts';

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of the API. */
export interface ApiMetrics {
  registry: Registry;
  request: (labels: { method: string; route: string; status: number }, seconds: number) => void;
  stage: (stage: AnswerStage, seconds: number) => void;
  tool: (labels: { tool: string; outcome: string }, seconds: number) => void;
  webhook: (labels: { host: string; outcome: DeliveryOutcome }) => void;
}

/** Creates the metrics in a new registry, with the process metrics. */
export function createMetrics(): ApiMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const stages = new Histogram({
    name: 'lectern_answer_stage_duration_seconds',
    help: 'Time of the stages of an answer.',
    labelNames: ['stage'],
    buckets,
    registers: [registry],
  });
  const tools = new Histogram({
    name: 'lectern_mcp_tool_duration_seconds',
    help: 'Time of tool calls, by outcome.',
    labelNames: ['tool', 'outcome'],
    buckets,
    registers: [registry],
  });
  const webhooks = new Counter({
    name: 'lectern_webhook_deliveries_total',
    help: 'Webhook deliveries, by host and outcome.',
    labelNames: ['host', 'outcome'],
    registers: [registry],
  });
  return {
    registry,
    request: (labels, seconds) => requests.observe(labels, seconds),
    stage: (stage, seconds) => stages.observe({ stage }, seconds),
    tool: (labels, seconds) => tools.observe(labels, seconds),
    webhook: (labels) => webhooks.inc(labels),
  };
}
