import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { createAccess } from '#api/access.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { ErasedScreen } from './ErasedScreen.tsx';
import { Privacy } from './Privacy.tsx';
import { messages } from './messages.ts';
import { PageSkeleton } from '#ui/family/PageSkeleton.tsx';
import { createPrivacy } from './store.ts';

const guard = createAccess();

function FamilyPrivacy() {
  const [privacy] = useState(createPrivacy);
  const erasedOrders = useStore(privacy.erase.$erased);
  // The account has been erased too, so the guard must not redirect to the sign-in page.
  if (erasedOrders !== null) return <ErasedScreen orders={erasedOrders} />;
  return (
    <Guarded guard={guard} waiting={<PageSkeleton title={messages.title} label={messages.loading} />}>
      {() => <Privacy privacy={privacy} />}
    </Guarded>
  );
}

export default inBoundary(FamilyPrivacy);
