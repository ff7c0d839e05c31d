import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { $family, type FamilyView, isAwaited, openFamily, retryFamily } from '#api/family.ts';
import { asOf } from '#api/freshness.ts';
import paw from '#assets/mascot/paw.svg?url';
import { paths } from '#config/paths.ts';
import { addDays } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { AsOf } from '#ui/family/AsOf.tsx';
import { FamilyFailed } from '#ui/family/FamilyFailed.tsx';
import { SectionWaiting } from '#ui/family/SectionState.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { Icon } from '#ui/Icon.tsx';
import { print } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import type { Content } from '../content.ts';
import { bringMessage } from '../messages.ts';
import { comingOf } from '../model.ts';
import { DayPlan } from './DayPlan.tsx';
import { weekMessages as words } from './messages.ts';
import { type Day, daysOf, lastMonday, mayHaveMore, mondayFrom, mondayOf } from './model.ts';

type Ready = Extract<FamilyView, { state: 'ready' }>;
const guard = createAccess();
const Loading = () => <SectionWaiting rows={5} label={words.loading} />;

function Week({ content }: { content: Content }) {
  const view = useStore($family);
  useEffect(() => void openFamily(), []);
  if (view.state === 'loading') return <Loading />;
  if (view.state === 'failed') return <FamilyFailed onRetry={() => void retryFamily()} />;
  if (isAwaited(view, comingOf(view.family))) return <Loading />;
  return <Plan view={view} content={content} />;
}

const askedWeek = () => new URLSearchParams(location.search).get('week');

function Plan({ view, content }: { view: Ready; content: Content }) {
  const { family } = view;
  const [asked, setAsked] = useState(askedWeek);
  useEffect(() => {
    const back = () => setAsked(askedWeek());
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const show = (monday: string) => {
    history.pushState(null, '', `${location.pathname}?week=${monday}`);
    setAsked(monday);
  };
  const monday = mondayFrom(asked, family.today);
  const isThisWeek = monday === mondayOf(family.today);
  const days = daysOf(family, monday);
  const savedAt = asOf(view);
  const hasMore = mayHaveMore(family, monday);
  return (
    <article className="family-week-page">
      <header className="family-week-head">
        <div>
          <p className="kick">
            <img src={paw} width="20" height="20" alt="" />
            {words.title}
          </p>
          <h1 aria-live="polite">{words.days(monday)}</h1>
          {savedAt && <AsOf {...savedAt} />}
        </div>
        <nav className="family-week-nav no-print" aria-label={words.weeks}>
          <Button kind="line" small disabled={isThisWeek} onClick={() => show(addDays(monday, -7))}>
            {words.before}
          </Button>
          <Button
            kind="line"
            small
            disabled={monday >= lastMonday(family.today)}
            onClick={() => show(addDays(monday, 7))}
          >
            {words.after}
          </Button>
          <Button kind="line" small onClick={() => window.print()}>
            <Icon path={print} />
            <span>{words.print}</span>
          </Button>
        </nav>
      </header>
      {hasMore && <Notice tone="warn">{words.more}</Notice>}
      {days.some(({ isOver, isSure }) => isOver && !isSure) && <p className="quiet">{words.moreBefore}</p>}
      {days.every(({ entries, parties, isSure }) => isSure && entries.length + parties.length === 0) && (
        <p className="family-week-empty">
          {words.empty} <a href={paths.familyBook}>{words.book}</a>
        </p>
      )}
      <ol className="family-week-days numbers">
        {days.map((day) => (
          <DayPlan key={day.day} day={day} view={view} content={content} />
        ))}
      </ol>
      <Bring days={days} content={content} />
      <p className="links no-print">
        <a href={`${paths.familyPrivacy}#calendar`}>{words.calendar}</a>
        <a href={paths.familyParents}>{words.change}</a>
      </p>
    </article>
  );
}

function Bring({ days, content: { bring } }: { days: readonly Day[]; content: Content }) {
  const kinds = new Set(
    days
      .flatMap(({ entries, isOver }) => (isOver ? [] : entries))
      .filter(({ state }) => state === 'on')
      .map(({ appointment }) => appointment.kind),
  );
  const hasClasses = kinds.has('session') && bring.classes.length > 0;
  const hasCamps = kinds.has('camp') && bring.camps.length > 0;
  if (!hasClasses && !hasCamps) return null;
  return (
    <dl className="family-week-bring">
      {hasClasses && (
        <div>
          <dt>{words.bringClass}</dt>
          <dd>{bringMessage(bring.classes)}</dd>
        </div>
      )}
      {hasCamps && (
        <div>
          <dt>{words.bringCamp}</dt>
          <dd>{bringMessage(bring.camps)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Parents see and print what all their children do in a week (`/family-base/week`). */
export default inBoundary(({ content }: { content: Content }) => (
  <Guarded guard={guard} waiting={<Loading />}>
    {() => <Week content={content} />}
  </Guarded>
));
