import { useEffect, useState } from 'react';
import { calendarNow, type FamilyView } from '#api/family.ts';
import { asOf } from '#api/freshness.ts';
import party from '#assets/mascot/party.svg?url';
import paw from '#assets/mascot/paw.svg?url';
import wave from '#assets/mascot/wave.svg?url';
import { childPath, paths } from '#config/paths.ts';
import { titleSize } from '#ui/family/title-size.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { AsOf } from '#ui/family/AsOf.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { Activity } from './Activity.tsx';
import { CancelledByUsNews } from './coming/CancelledByUsNews.tsx';
import { ChildCard } from './ChildCard.tsx';
import { ComingUp } from './coming/ComingUp.tsx';
import type { Content } from './content.ts';
import { birthdayMessages, greeting, messages, nextMessage } from './messages.ts';
import { comingOf, findNext, nextBirthday, pastActivity } from './model.ts';
import { FirstAid } from './first-aid/FirstAid.tsx';
import { NextCard } from './NextCard.tsx';
import { BalanceSummary } from './BalanceSummary.tsx';
import type { Today } from './store.ts';
import { TaskBar } from './TaskBar.tsx';
import { WaitlistEntries } from './waiting/WaitlistEntries.tsx';

type Ready = Extract<FamilyView, { state: 'ready' }>;
const TICK_MS = 30_000;

interface Props {
  today: Today;
  view: Ready;
  content: Content;
}

export function Overview({ today, view, content }: Props) {
  const { family } = view;
  const now = useCalendarNow(view);
  const savedAt = asOf(view);
  const appointments = comingOf(family);
  const next = findNext(appointments, now);
  const names = family.children.map(({ name }) => name);
  const isEmpty = names.length === 0;
  return (
    <>
      <div className="today-hello stack items-end gap-5">
        <div>
          <p className="kick">
            <img src={paw} width="20" height="20" alt="" />
            {messages.title}
          </p>
          <h1 className={titleSize(family.me.name)}>
            <WithNames text={greeting(family.me.name, now)} names={[family.me.name.trim()]} />
          </h1>
          {!isEmpty && (
            <p className="lead">
              {next ? <WithNames text={nextMessage(next, now)} names={names} /> : messages.nothingNext}
            </p>
          )}
          {savedAt && <AsOf {...savedAt} />}
        </div>
        {!isEmpty && (
          <BalanceSummary
            family={family}
            upcoming={appointments.filter(({ cancelledByUs }) => !cancelledByUs).length}
          />
        )}
      </div>
      {family.cancelledByUs.map((booking) => (
        <CancelledByUsNews key={booking.kind + booking.id} news={booking} family={family} />
      ))}
      {next && <NextCard next={next} view={view} content={content} />}
      <FirstAid />
      <TaskBar today={today} family={family} />
      {isEmpty ? (
        <NoChild />
      ) : (
        <div className="today-layout">
          <section aria-labelledby="children">
            <div className="head-row">
              <h2 id="children">{messages.children}</h2>
              <a href={childPath()}>{messages.addChild}</a>
            </div>
            <div className="stack gap-5">
              {family.children.map((child, index) => (
                <ChildCard key={child.id} today={today} family={family} child={child} index={index} />
              ))}
            </div>
          </section>
          <div>
            <ComingUp today={today} names={names} coming={appointments} now={now} content={content} />
            <WaitlistEntries today={today} names={names} waiting={family.waiting} isSaved={view.isSaved} />
            <Activity today={today} names={names} activity={pastActivity(family.recentActivity, now)} />
            <Birthday view={view} />
          </div>
        </div>
      )}
    </>
  );
}

const NoChild = () => (
  <div className="mt-9">
    <EmptyState
      picture={wave}
      level={2}
      title={messages.emptyTitle}
      actions={
        <>
          <ButtonLink href={childPath()}>{messages.addChild}</ButtonLink>
          <ButtonLink kind="line" href={paths.tryOut}>
            {messages.emptyBook}
          </ButtonLink>
        </>
      }
    >
      {messages.emptyText}
    </EmptyState>
  </div>
);

function Birthday({ view: { family } }: { view: Ready }) {
  const birthday = nextBirthday(family.children, family.today);
  if (!birthday) return null;
  return (
    <div className="today-party">
      <img src={party} width="96" height="96" alt="" />
      <div>
        <h3>
          <WithNames
            text={birthdayMessages.title(birthday.name, birthday.years, birthday.day)}
            names={[birthday.name]}
          />
        </h3>
        <p>{birthdayMessages.text}</p>
        <a href={paths.birthdays}>{birthdayMessages.link}</a>
      </div>
    </div>
  );
}

/**
 * Returns the time, which is updated so that a text such as "In 2 hours 20 minutes" stays correct while the screen is
 * visible.
 */
function useCalendarNow(view: Ready): number {
  const [now, setNow] = useState(() => calendarNow(view));
  const [shownView, setShownView] = useState(view);
  if (shownView !== view) {
    setShownView(view);
    setNow(calendarNow(view));
  }
  useEffect(() => {
    const timer = setInterval(() => setNow(calendarNow(view)), TICK_MS);
    return () => clearInterval(timer);
  }, [view]);
  return now;
}
