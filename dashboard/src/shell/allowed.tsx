import type { ReactNode } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { useMay, useSession } from '../session/use-session.ts';
import { Page } from '../shared/page.tsx';
import { Failed, Loading, Refused } from '../shared/states.tsx';
import type { View } from './views.tsx';

/** A view for those whose role may use it; the others are told what is needed, before it asks for anything. */
export function Allowed({ entry, children }: { entry: View['entry']; children: ReactNode }) {
  const { role, label } = entry ?? { role: 'anonymous', label: '' };
  const session = useSession();
  const may = useMay(role);
  if (may || role === 'anonymous') return children;
  if (session.error) return <Failed error={session.error} onRetry={() => void session.refetch()} />;
  if (!session.data) return <Loading />;
  const message = `This needs a key of the role ${role}; you have ${
    session.data.role === 'anonymous' ? 'none' : `the role ${session.data.role}`
  }.`;
  return (
    <Page title={label}>
      <Refused error={new ApiFailure(403, 'forbidden', message)} />
    </Page>
  );
}
