import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createAccess } from '#api/access.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { Erased } from './Erased.tsx';
import { Privacy } from './Privacy.tsx';
import { messages } from './messages.ts';
import { PageWaiting } from '#ui/family/PageWaiting.tsx';
import { createPrivacy } from './store.ts';

const guard = createAccess();

/** Privacy: who looked, what is kept, taking it along, the calendar's address, and the end (spec 1 §3). */
function FamilyPrivacy() {
  const [privacy] = useState(createPrivacy);
  const erased = useStore(privacy.erase.$erased);
  // The account is gone with the family: nobody is led to a sign-in that would not know them.
  if (erased !== null) return <Erased orders={erased} />;
  return (
    <Guarded guard={guard} waiting={<PageWaiting title={messages.title} label={messages.loading} />}>
      {() => <Privacy privacy={privacy} />}
    </Guarded>
  );
}

export default inBoundary(FamilyPrivacy);
