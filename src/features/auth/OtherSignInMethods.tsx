import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import type { Auth } from './store.ts';

const Providers = lazy(withLoadError(() => import('./providers/Providers.tsx')));
const OrganisationLink = lazy(withLoadError(() => import('./organisation/OrganisationLink.tsx')));
const PhoneLink = lazy(withLoadError(() => import('./phone/PhoneLink.tsx')));

/**
 * Shows the sign-in methods that a project has enabled: phone numbers, other providers and single sign-on. Nothing is
 * loaded for those that are off.
 */
export function OtherSignInMethods({ auth, isNew = false }: { auth: Auth; isNew?: boolean }) {
  const { phone, providers, sso } = useStore(auth.$settings);
  return (
    <Suspense>
      {phone && <PhoneLink auth={auth} isNew={isNew} />}
      {sso && <OrganisationLink auth={auth} />}
      {providers.length > 0 && <Providers auth={auth} />}
    </Suspense>
  );
}
