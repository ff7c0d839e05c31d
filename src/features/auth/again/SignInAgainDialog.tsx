import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { createAgain } from './again.ts';

const AgainDialog = lazy(withLoadError(() => import('./AgainDialog.tsx')));

/**
 * The island that asks for the sign-in again. Every page that requires a sign-in contains it, and it shows nothing
 * until the session is lost.
 */
function SignInAgainDialog() {
  const [again] = useState(createAgain);
  const step = useStore(again.$step);
  useEffect(() => again.open(), [again]);
  return (
    step !== 'here' && (
      <Suspense>
        <AgainDialog again={again} step={step} />
      </Suspense>
    )
  );
}

export default inBoundary(SignInAgainDialog);
