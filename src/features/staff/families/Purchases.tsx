import { useStore } from '@nanostores/react';
import type { FamilyPage } from '#contract/management-families.ts';
import { formatDate, formatMoment, today } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { boughtText } from '#ui/staff/messages.ts';
import { ChangeButtons } from './ChangeButtons.tsx';
import { giveCredits } from './changes.ts';
import { endPause, pausePass } from './pass-changes.ts';
import { passMessages } from './pass-messages.ts';
import type { FamilyDetailsStore } from './detail.ts';
import { changeMessages } from './change-messages.ts';
import { boughtMessages, waitMessages } from './messages.ts';
import { childName, withoutValidPass } from './model.ts';
import { orderPath } from '#ui/staff/order-path.ts';
import { FirstRows } from './FirstRows.tsx';
import { PageSection } from './PageSection.tsx';

export function Passes({ detail, details }: { detail: FamilyDetailsStore; details: FamilyPage }) {
  const busy = useStore(detail.$busy);
  const nameOf = ({ child_id }: FamilyPage['passes'][number]) =>
    childName(details, child_id) ?? boughtMessages.nobody;
  const childrenWithoutPass = withoutValidPass(details);
  return (
    <PageSection title={boughtMessages.passes} count={details.passes.length} none={boughtMessages.noPasses}>
      <FirstRows
        rows={details.passes.map((pass) => (
          <li key={pass.id}>
            <p>
              <b>{nameOf(pass)}</b>{' '}
              {pass.order_id === null ? (
                pass.title
              ) : (
                <a
                  href={orderPath(pass.order_id)}
                  aria-label={`${pass.title}: ${nameOf(pass)}, ${boughtMessages.until(pass)}`}
                >
                  {pass.title}
                </a>
              )}
            </p>
            <p className="quiet numbers">{boughtMessages.until(pass)}</p>
            <p className="tags">
              <span className={pass.is_valid && pass.credits > 0 ? 'tag good' : 'tag'}>
                {boughtMessages.credits(pass)}
              </span>
              {pass.pause.planned.map((pause) => (
                <span key={pause.id} className="tag">
                  {passMessages.shown(pause)}
                </span>
              ))}
              {pass.is_moved && <span className="tag">{passMessages.moved}</span>}
              {pass.subscription && (
                <span className={pass.subscription.status === 'past_due' ? 'tag bad' : 'tag'}>
                  {pass.subscription.status === 'past_due' ? boughtMessages.unpaid : boughtMessages.renews}
                </span>
              )}
            </p>
            {pass.is_valid && (
              <ChangeButtons
                name={`${nameOf(pass)}, ${pass.title}`}
                busy={busy}
                changes={[
                  [changeMessages.creditsButton, () => detail.openChange(giveCredits(pass, nameOf(pass)))],
                  ...(pass.subscription === null && pass.valid_until !== null
                    ? [
                        [
                          passMessages.pauseButton,
                          () => detail.openChange(pausePass(pass, nameOf(pass), details)),
                        ] as const,
                      ]
                    : []),
                  ...pass.pause.planned.map(
                    (pause) =>
                      [
                        passMessages.endButton(pause),
                        () => detail.openChange(endPause(pause, nameOf(pass), pass.title)),
                      ] as const,
                  ),
                ]}
              />
            )}
          </li>
        ))}
      />
      {childrenWithoutPass.length > 0 && (
        <p className="quiet no-print">
          {boughtMessages.withoutPass(childrenWithoutPass)} <a href="#balance">{boughtMessages.useBalance}</a>
          .
        </p>
      )}
    </PageSection>
  );
}

export function Orders({ details }: { details: FamilyPage }) {
  const { orders, orders_count: count, family } = details;
  return (
    <PageSection title={boughtMessages.orders} count={count} none={boughtMessages.noOrders}>
      <FirstRows
        rows={orders.map((order) => (
          <li key={order.order_id}>
            <p>
              <a className="numbers" href={orderPath(order.order_id)}>
                {order.number}
              </a>{' '}
              {boughtText(order.bought)}
            </p>
            <p className="quiet numbers">
              {formatDate(today(new Date(order.created_at)))} · {formatMoney(order.total_cents)}
              {order.refunded_cents > 0 && ` · ${boughtMessages.refunded(order.refunded_cents)}`}
            </p>
            <p>
              <span className={order.paid_at === null ? 'tag' : 'tag good'}>
                {order.paid_at === null ? boughtMessages.notPaid : boughtMessages.paid}
              </span>
            </p>
          </li>
        ))}
      />
      {count > orders.length && (
        <p>
          <a
            href={`${staffPaths.managementOrders}?${new URLSearchParams({ search: family.email }).toString()}`}
          >
            {boughtMessages.all(count)}
          </a>
        </p>
      )}
    </PageSection>
  );
}

const queuePath = ({ camp, session }: FamilyPage['waiting'][number]): string =>
  `${staffPaths.managementWaitlists}?place=${camp?.camp_id ?? session?.session_id ?? ''}`;

export function WaitlistEntries({ details }: { details: FamilyPage }) {
  return (
    <PageSection title={waitMessages.title} count={details.waiting.length} none={waitMessages.none}>
      <FirstRows
        rows={details.waiting.map((entry) => (
          <li key={entry.entry_id}>
            <p>
              <b>{entry.children.map(({ name }) => name ?? waitMessages.friend).join(', ')}</b>{' '}
              <a href={queuePath(entry)}>{entry.camp?.name ?? entry.session?.class_type}</a>
            </p>
            <p className="quiet numbers">
              {entry.camp
                ? formatDate(entry.camp.start_date)
                : entry.session && formatMoment(entry.session.starts_at)}
            </p>
            <p className="tags">
              <span className={entry.status === 'offered' ? 'tag warn' : 'tag'}>
                {waitMessages.state(entry)}
              </span>
            </p>
          </li>
        ))}
      />
    </PageSection>
  );
}
