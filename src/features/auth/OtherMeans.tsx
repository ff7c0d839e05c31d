import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import type { Auth } from './store.ts';

const Providers = lazy(withLoadError(() => import('./providers/Providers.tsx')));

/** What the project's settings switch on besides the e-mail; nothing is loaded where they do not. */
export const OtherMeans = ({ auth }: { auth: Auth }) =>
  useStore(auth.$settings).providers.length > 0 && (
    <Suspense>
      <Providers auth={auth} />
    </Suspense>
  );
