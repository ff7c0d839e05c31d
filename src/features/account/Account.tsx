import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { followSession } from '../../browser/session.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { SignedIn } from './SignedIn.tsx';
import { SignIn } from './SignIn.tsx';
import { createAccount } from './store.ts';
import { inBoundary } from '../../ui/failed/Boundary.tsx';

/** Plain sign-in: e-mail and password, sign out. Reads the session without the auth client. */
function Account({ studioUrl }: { studioUrl: string }) {
  const [account] = useState(() =>
    createAccount({
      from: typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('from'),
    }),
  );
  const session = useStore(account.$session);
  useEffect(() => {
    void account.open();
    return followSession();
  }, [account]);

  if (session.state === 'unknown') return <Spinner>Loading...</Spinner>;
  if (session.state === 'signed_out') return <SignIn account={account} />;
  return <SignedIn account={account} name={session.name} email={session.email} studioUrl={studioUrl} />;
}

export default inBoundary(Account);
