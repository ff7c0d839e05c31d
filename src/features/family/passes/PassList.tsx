import type { FamilyDashboard } from '#contract/family.ts';
import type { FamilyPass } from '#contract/family-passes.ts';
import { useStore } from '@nanostores/react';
import noBookings from '#assets/empty/no-bookings.svg?url';
import { managePath, paths } from '#config/paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { avatarOf } from '#ui/avatars.ts';
import { Notice } from '#ui/Notice.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { PassChanges } from './PassChanges.tsx';
import { shareMessages } from './pause-messages.ts';
import { endMessage, messages } from './messages.ts';
import type { Passes } from './store.ts';

export function PassList({ passes, family }: { passes: Passes; family: FamilyDashboard }) {
  return (
    <section aria-labelledby="passes" className="no-print stack mb-10 gap-3.5">
      <h2 id="passes">{messages.passes}</h2>
      {family.passes.length === 0 ? (
        <EmptyState
          picture={noBookings}
          title={messages.none}
          actions={
            <ButtonLink small href="#buy">
              {messages.buy}
            </ButtonLink>
          }
        >
          {messages.noneText}
        </EmptyState>
      ) : (
        <ul className="stack gap-3.5">
          {family.passes.map((pass) => (
            <PassCard key={pass.id} passes={passes} family={family} pass={pass} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface Props {
  passes: Passes;
  family: FamilyDashboard;
  pass: FamilyPass;
}

function PassCard({ passes, family, pass }: Props) {
  const running = useStore(passes.$running);
  const outcome = useStore(passes.$outcome);
  const index = family.children.findIndex(({ id }) => id === pass.child_id);
  const name = family.children[index]?.name ?? '';
  const renews = pass.subscription !== null && pass.subscription.status !== 'ended';
  const hiddenName = <span className="sr-only">: {`${pass.title}, ${name}`}</span>;
  return (
    <li className={pass.is_valid ? 'card own-pass' : 'card own-pass over'}>
      <img src={avatarOf(index)} width="56" height="56" alt="" />
      <div>
        <h3>
          {pass.title} · <Verbatim>{name}</Verbatim>
        </h3>
        <p className={pass.subscription?.status === 'past_due' ? 'pass-due' : 'quiet'}>{endMessage(pass)}</p>
        {pass.is_moved && <p className="quiet">{shareMessages.from}</p>}
        {pass.make_ups_total > 0 && pass.is_valid && (
          <p className="quiet">{messages.makeUps(pass.make_ups_left, pass.make_ups_total)}</p>
        )}
      </div>
      <p className="pass-credits numbers">
        <b>{pass.credits}</b> <small>{messages.credits(pass)}</small>
      </p>
      {outcome?.place === pass.id && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className="row">
        {pass.is_valid && pass.credits > 0 ? (
          <ButtonLink small href={`${paths.familyBook}?child=${pass.child_id}`}>
            {messages.book}
            {hiddenName}
          </ButtonLink>
        ) : (
          !renews && (
            <ButtonLink small href="#buy">
              {messages.again}
              {hiddenName}
            </ButtonLink>
          )
        )}
        {renews && pass.order_id !== null && (
          <Button
            kind="line"
            small
            busy={running === pass.id}
            onClick={() => pass.order_id !== null && void passes.toPortal(pass.id, pass.order_id)}
          >
            {messages.portal(pass)}
            {hiddenName}
          </Button>
        )}
        {pass.order_id !== null && (
          <a className="pass-link" href={managePath(pass.order_id)}>
            {messages.manage}
            {hiddenName}
          </a>
        )}
      </div>
      <PassChanges passes={passes} family={family} pass={pass} name={name} />
      {renews && <p className="quiet all">{messages.portalHelp}</p>}
    </li>
  );
}
