import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { $authEvent, keepSession } from '#api/keep-session.ts';
import { withLoadError } from '#browser/load-error.ts';
import { $session } from '#browser/session.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { readAddress, rememberScreen, screenInAddress } from './address.ts';
import { Confirm } from './Confirm.tsx';
import { RequestMail } from './RequestMail.tsx';
import { SignIn } from './SignIn.tsx';
import { SignUp } from './SignUp.tsx';
import { type Auth as Conversation, createAuth } from './store.ts';

const AdminDialog = lazy(withLoadError(() => import('./admin/AdminDialog.tsx')));
const SignedInScreen = lazy(withLoadError(() => import('./SignedInScreen.tsx')));
const SecondAddress = lazy(withLoadError(() => import('./SecondAddress.tsx')));
const LinkSentScreen = lazy(withLoadError(() => import('./LinkSentScreen.tsx')));
const NewPassword = lazy(withLoadError(() => import('./NewPassword.tsx')));
const Account = lazy(withLoadError(() => import('./account/Account.tsx')));
const Phone = lazy(withLoadError(() => import('./phone/Phone.tsx')));
const Organisation = lazy(withLoadError(() => import('./organisation/Organisation.tsx')));
const Challenge = lazy(withLoadError(() => import('./factor/Challenge.tsx')));

interface Props {
  studioUrl: string;
  whatsapp: string;
}

function Auth(props: Props) {
  const [auth] = useState(() =>
    createAuth(
      typeof location === 'undefined'
        ? {}
        : { ...readAddress(), remember: rememberScreen, go: (path) => location.replace(path) },
    ),
  );
  const isStaff = useStore(auth.$staff);
  useEffect(() => {
    void auth.open();
    const onBack = () => auth.cameBack(screenInAddress());
    addEventListener('popstate', onBack);
    const stops = [
      keepSession(),
      $session.listen(() => void auth.followSession()),
      // Supabase sends this event when the second factor was verified, possibly in another tab.
      $authEvent.listen((event) => event === 'MFA_CHALLENGE_VERIFIED' && void auth.followSession()),
      () => removeEventListener('popstate', onBack),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [auth]);
  return (
    <Suspense fallback={<Spinner>Loading...</Spinner>}>
      <Screen auth={auth} {...props} />
      {isStaff && <AdminDialog />}
    </Suspense>
  );
}

function Screen({ auth, studioUrl, whatsapp }: Props & { auth: Conversation }) {
  // React must hydrate with the screen that was built, although the store may have changed since the page was loaded.
  const screen = useStore(auth.$screen, { ssr: 'initial' });
  useFocusOnChange(screen.name);
  switch (screen.name) {
    case 'loading':
    case 'leaving':
      return <Spinner>Loading...</Spinner>;
    case 'sign-in':
      return <SignIn auth={auth} />;
    case 'sign-up':
      return <SignUp auth={auth} />;
    case 'forgotten':
      return <RequestMail key="forgotten" auth={auth} mail="recovery" />;
    case 'link':
      return <RequestMail key="link" auth={auth} mail="magiclink" />;
    case 'phone':
    case 'phone-sign-up':
      return <Phone key={screen.name} auth={auth} isNew={screen.name !== 'phone'} />;
    case 'organisation':
      return <Organisation auth={auth} />;
    case 'sent':
      return <LinkSentScreen auth={auth} mail={screen.mail} email={screen.email} />;
    case 'confirm':
      return <Confirm auth={auth} link={screen.link} />;
    case 'half-changed':
      return <SecondAddress />;
    case 'new-password':
      return <NewPassword auth={auth} isNew={screen.isNew} />;
    case 'factor':
      return <Challenge auth={auth} whatsapp={whatsapp} />;
    case 'arrived':
      return <SignedInScreen orders={screen.orders} path={screen.path} />;
    case 'account':
      return <Account auth={auth} studioUrl={studioUrl} />;
  }
}

/**
 * Moves the focus when a screen replaces another. It moves to the screen's code field, or else to its title. The first
 * screen keeps the focus where it is.
 */
function useFocusOnChange(name: string): void {
  const previousName = useRef('loading');
  useEffect(() => {
    const isFirst = previousName.current === 'loading';
    previousName.current = name;
    if (!isFirst)
      (document.getElementById('code') ?? document.querySelector<HTMLElement>('.auth-form h1'))?.focus();
  }, [name]);
}

export default inBoundary(Auth);
