import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { PolicyEditor } from './policies/policy-editor.tsx';

/** The policies of a teamspace. */
export function PoliciesTab({ teamspace }: { teamspace: string }) {
  const params = { query: { teamspace } };
  const policies = api.useQuery('get', '/api/v2/policies', { params });
  return (
    <Answer of={policies}>
      {(data) => <PolicyEditor teamspace={teamspace} policies={data} />}
    </Answer>
  );
}
