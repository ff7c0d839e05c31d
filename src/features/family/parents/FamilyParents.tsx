import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { $family, openFamily, retryFamily } from '#api/family.ts';
import type { Member } from '#domain/access.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { FamilyFailed } from '#ui/family/FamilyFailed.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { Parents } from './Parents.tsx';
import { messages } from './messages.ts';
import { PageSkeleton } from '#ui/family/PageSkeleton.tsx';
import { createParents } from './store.ts';

const guard = createAccess();

function FamilyParents() {
  return (
    <Guarded guard={guard} waiting={<PageSkeleton title={messages.title} label={messages.loading} />}>
      {({ member }) => <Screen member={member} />}
    </Guarded>
  );
}

function Screen({ member }: { member: Member }) {
  const view = useStore($family);
  const [parents] = useState(() => createParents(member.userId));
  useEffect(() => void openFamily(), []);
  if (view.state === 'loading') return <PageSkeleton title={messages.title} label={messages.loading} />;
  if (view.state === 'failed') return <FamilyFailed onRetry={() => void retryFamily()} />;
  return <Parents parents={parents} view={view} member={member} />;
}

export default inBoundary(FamilyParents);
