import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import type { Auth } from './store.ts';

const Providers = lazy(withLoadError(() => import('./providers/Providers.tsx')));
const OrganisationWay = lazy(withLoadError(() => import('./organisation/OrganisationWay.tsx')));
const PhoneWay = lazy(withLoadError(() => import('./phone/PhoneWay.tsx')));

/** What the project's settings switch on besides the e-mail; nothing is loaded where they do not. */
export function OtherMeans({ auth, isNew = false }: { auth: Auth; isNew?: boolean }) {
  const { phone, providers, sso } = useStore(auth.$settings);
  return (
    <Suspense>
      {phone && <PhoneWay auth={auth} isNew={isNew} />}
      {sso && <OrganisationWay auth={auth} />}
      {providers.length > 0 && <Providers auth={auth} />}
    </Suspense>
  );
}
