import type { WantedCondition } from '../../kubernetes/conditions.ts';
import type { Library } from '../../resources/library.ts';
import type { StatusEvent } from './status-event.ts';

/** Maximum number of failed versions that a message names. */
const failedNamed = 3;

/** Conditions about the content. Events that do not change them keep them. */
const aboutContent: ReadonlySet<string> = new Set(['Embedded', 'VersionsFailed']);

/** Returns the conditions of an event with those about the content. Pure. */
export function withContent(
  { status }: Library,
  event: StatusEvent,
  wanted: WantedCondition[],
): WantedCondition[] {
  if (event.type === 'deleting') return wanted;
  const changed = [...wanted, ...versionsFailed(event)];
  const kept = (status.conditions ?? [])
    .filter(({ type }) => aboutContent.has(type) && !changed.some(([one]) => one === type))
    .map((one): WantedCondition => [one.type, one.status, one.reason, one.message]);
  return namingFailed([...changed, ...kept]);
}

/** Returns the condition of versions that only an edit can index. A run that did not look at all versions does not change it. */
function versionsFailed(event: StatusEvent): WantedCondition[] {
  if (!('result' in event) || !event.result.failedVersions) return [];
  const failed = failedVersionsOf(event);
  if (!failed) return [['VersionsFailed', 'False', 'Succeeded', '']];
  return [['VersionsFailed', 'True', failed.reason, failed.message]];
}

/**
 * A library without one of its versions answers, so it is ready. It is also stalled, because only an edit can index that
 * version. The message of Ready names the version, because most views show only this message.
 */
function namingFailed(conditions: WantedCondition[]): WantedCondition[] {
  const failed = conditions.find(
    ([type, status]) => type === 'VersionsFailed' && status === 'True',
  );
  const ready = conditions.find(([type, , reason]) => type === 'Ready' && reason === 'Succeeded');
  if (!failed || !ready) return conditions;
  const [, , reason, why] = failed;
  const message = `${ready[3]}. ${why}`;
  const others = conditions.filter((one) => one !== ready);
  return [['Ready', 'True', 'Succeeded', message], ...others, ['Stalled', 'True', reason, message]];
}

/** Returns the reason and the message for versions that only an edit can index; undefined if the run found none. Pure. */
export function failedVersionsOf(
  event: StatusEvent,
): { reason: string; message: string } | undefined {
  const failed = ('result' in event && event.result.failedVersions) || [];
  const [first] = failed;
  if (!first) return undefined;
  const named = failed
    .slice(0, failedNamed)
    .map(({ version, message }) => `${version} (${message})`);
  const others = failed.length - named.length;
  const all = others > 0 ? [...named, `and ${others} more`] : named;
  return { reason: first.reason, message: `Not indexed: ${all.join('; ')}` };
}
