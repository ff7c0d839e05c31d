import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { FamilyPage } from '#contract/management-families.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import type { OpenedView } from '#ui/staff/opened.ts';
import { Outcome } from '#ui/staff/Outcome.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { Agreed } from './Agreed.tsx';
import { Ahead, Past } from './Bookings.tsx';
import { Orders, Passes, Waiting } from './Bought.tsx';
import { Children } from './Children.tsx';
import type { Family } from './family.ts';
import { AccountTag } from './list-rules.tsx';
import { AccessLog } from './AccessLog.tsx';
import { Same } from './Merge.tsx';
import { doneWords, pageWords, refusals } from './messages.ts';
import { Notes } from './Notes.tsx';
import { Parents } from './Parents.tsx';

interface Props {
  family: Family;
  view: Exclude<OpenedView<FamilyPage, ErrorCode>, { state: 'closed' }>;
}

/** The page of one family, which replaces the list. */
export function Page({ family, view }: Props) {
  return (
    <article className="family-page">
      <p className="family-back no-print">
        <a
          href={staffPaths.managementFamilies}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            family.close();
          }}
        >
          {pageWords.back}
        </a>
      </p>
      {view.state === 'ready' ? <Whole family={family} told={view.told} /> : <NotYet {...{ family, view }} />}
    </article>
  );
}

function NotYet({ family, view }: { family: Family; view: Exclude<Props['view'], { state: 'ready' }> }) {
  if (view.state === 'loading')
    return (
      <ScreenWaiting title={pageWords.loading} className="family-waiting" bars={['title', 'part', 'part']} />
    );
  return view.code === 'family_not_found' ? (
    <NotLoaded title={pageWords.gone}>{pageWords.goneText}</NotLoaded>
  ) : (
    <NotLoaded title={pageWords.failed} onRetry={() => void family.retry()} />
  );
}

function Whole({ family, told }: { family: Family; told: FamilyPage }) {
  const act = useStore(family.$act);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed row is gone, so the focus moves to the family's name.
  useEffect(() => heading.current?.focus(), []);
  const busy = act.state === 'busy';
  const looked = act.state === 'done' && act.what === 'looked';
  return (
    <>
      <header className="family-head">
        <h1 tabIndex={-1} ref={heading}>
          {told.family.name} <AccountTag has={told.family.has_account} />
        </h1>
        <p className="quiet">{pageWords.facts(told)}</p>
        <p className="tags">
          {told.proposals > 0 && <span className="tag warn">{pageWords.proposals(told.proposals)}</span>}
          {told.notes.length > 0 && (
            <a className="tag" href="#notes">
              {pageWords.notes(told.notes.length)}
            </a>
          )}
          {told.same.length > 0 && (
            <a className="tag warn" href="#same">
              {pageWords.same}
            </a>
          )}
        </p>
      </header>
      {!looked && <Outcome act={act} done={doneWords} refused={refusedWords} />}
      <div className="family-columns">
        <div>
          <Children {...{ family, told, busy }} />
          <Parents {...{ family, told, busy }} />
          <Ahead told={told} />
          <Waiting told={told} />
          <Passes told={told} />
          <Orders told={told} />
          <Past told={told} />
        </div>
        <div>
          <Notes {...{ family, told, busy }} />
          <AccessLog told={told} />
          <Agreed told={told} />
          <Same {...{ family, told }} />
        </div>
      </div>
    </>
  );
}

const refusedWords = ({ code }: { code: ErrorCode }) => errorText(code, refusals);
