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
import { createAddChild, type AddHooks } from './add-child.ts';
import { createChild } from './child.ts';
import { messages } from './messages.ts';
import { NotFound } from './NotFound.tsx';
import { Profile } from './Profile.tsx';
import { stepIds } from './step-ids.ts';

const guard = createAccess();
const Loading = () => <SectionWaiting rows={5} label={messages.loading} />;

const ChildScreen = () => (
  <Guarded guard={guard} waiting={<Loading />}>
    {({ member }) => <ChosenChild member={member} />}
  </Guarded>
);

function ChosenChild({ member }: { member: Member }) {
  const [id, setId] = useState(() => new URLSearchParams(location.search).get('id'));
  function openAdded(name: string, newId: string): void {
    history.replaceState(history.state, '', childPath(newId));
    setId(newId);
    showToast(messages.added(name), 'good');
  }
  return id === null ? <NewChild onAdded={openAdded} /> : <ExistingChild key={id} id={id} member={member} />;
}

function NewChild({ onAdded }: Pick<AddHooks, 'onAdded'>) {
  const [form] = useState(() =>
    createAddChild({ onAdded, onAddFailed: () => showToast(messages.addFailed) }),
  );
  useEffect(() => {
    void openFamily();
    form.open({});
    addEventListener('pagehide', form.flush);
    return () => removeEventListener('pagehide', form.flush);
  }, [form]);
  return <AddChild form={form} />;
}

function ExistingChild({ id, member }: { id: string; member: Member }) {
  const [child] = useState(() => createChild(id));
  const view = useStore(child.$view);
  const family = useStore($family);
  useEffect(() => {
    void openFamily();
    const hash = location.hash.slice(1);
    void child.open().then(() => {
      const step = stepIds.find((id) => id === hash);
      if (step) child.go(step);
      else if (hash !== '') document.getElementById(hash)?.scrollIntoView();
    });
    addEventListener('pagehide', child.form.flush);
    return () => removeEventListener('pagehide', child.form.flush);
  }, [child]);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'ready')
    return <Profile child={child} profile={view.profile} member={member} family={family} />;
  if (view.code === 'child_not_found' || view.code === 'invalid_input') return <NotFound />;
  return <FamilyFailed title={messages.failed} onRetry={() => void child.open()} />;
}

export default inBoundary(ChildScreen);
