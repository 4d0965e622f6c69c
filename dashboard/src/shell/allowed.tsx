import type { ReactNode } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { useMay, useSession } from '../session/use-session.ts';
import { Page } from '../shared/page.tsx';
import { Failed, Loading, Refused } from '../shared/states.tsx';
import type { View } from './views.tsx';

/** Shows a view to people whose role may use it. The others read which role it needs, before the view requests anything. */
export function Allowed({ entry, children }: { entry: View['entry']; children: ReactNode }) {
  const { role, label } = entry ?? { role: 'anonymous', label: '' };
  const session = useSession();
  const may = useMay(role);
  if (may || role === 'anonymous') return children;
  if (session.error) return <Failed error={session.error} onRetry={() => void session.refetch()} />;
  if (!session.data) return <Loading />;
  const message =
    session.data.role === 'anonymous'
      ? `This view is for people who are signed in, with the role ${role} or above.`
      : `This view needs the role ${role}. Your role is ${session.data.role}.`;
  return (
    <Page title={label}>
      <Refused error={new ApiFailure(403, 'forbidden', message)} />
    </Page>
  );
}
