import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { $family, openFamily } from '#api/family.ts';
import { childPath } from '#config/paths.ts';
import type { Member } from '#domain/access.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { FamilyFailed } from '#ui/family/FamilyFailed.tsx';
import { SectionWaiting } from '#ui/family/SectionState.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { showToast } from '#ui/toast.ts';
import { AddChild } from './AddChild.tsx';
import { createChild } from './child.ts';
import { messages } from './messages.ts';
import { NotFound } from './NotFound.tsx';
import { Profile } from './Profile.tsx';
import { stepIds } from './step-ids.ts';

const guard = createAccess();
const Waiting = () => <SectionWaiting rows={5} label={messages.loading} />;

/** `/family-base/child?id=`: a child's profile in short steps. Without an id, a child is added. */
const ChildScreen = () => (
  <Guarded guard={guard} waiting={<Waiting />}>
    {({ member }) => <Chosen member={member} />}
  </Guarded>
);

function Chosen({ member }: { member: Member }) {
  const [id, setId] = useState(() => new URLSearchParams(location.search).get('id'));
  function added(name: string, newId: string): void {
    history.replaceState(history.state, '', childPath(newId));
    setId(newId);
    showToast(messages.added(name), 'good');
  }
  return <One key={id ?? 'new'} id={id} member={member} onAdded={added} />;
}

interface Props {
  id: string | null;
  member: Member;
  onAdded: (name: string, id: string) => void;
}

function One({ id, member, onAdded }: Props) {
  const [child] = useState(() =>
    createChild(id, { onAdded, onAddFailed: () => showToast(messages.addFailed) }),
  );
  const view = useStore(child.$view);
  const family = useStore($family);
  useEffect(() => {
    void openFamily();
    const hash = location.hash.slice(1);
    void child.open().then(() => {
      const step = stepIds.find((one) => one === hash);
      if (step) child.go(step);
      else if (hash !== '') document.getElementById(hash)?.scrollIntoView();
    });
    addEventListener('pagehide', child.sheet.flush);
    return () => removeEventListener('pagehide', child.sheet.flush);
  }, [child]);
  if (view.state === 'new') return <AddChild child={child} />;
  if (view.state === 'loading') return <Waiting />;
  if (view.state === 'ready')
    return <Profile child={child} profile={view.child} member={member} family={family} />;
  if (view.code === 'child_not_found' || view.code === 'invalid_input') return <NotFound />;
  return <FamilyFailed title={messages.failed} onRetry={() => void child.open()} />;
}

export default inBoundary(ChildScreen);
