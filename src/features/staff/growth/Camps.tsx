import type { CampsWithReports, ReportProgress } from '#contract/growth-reports.ts';
import { useStore } from '@nanostores/react';
import badge from '#assets/mascot/badge.svg?url';
import { Checkbox } from '#ui/Checkbox.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { growthPath } from '#ui/staff/growth-path.ts';
import { growthMessages as words, headMessages } from './messages.ts';
import type { GrowthReports } from './store.ts';

export function Camps({ store, camps }: { store: GrowthReports; camps: CampsWithReports }) {
  return (
    <div className="growth stack gap-3.5">
      <div className="staff-head">
        <div>
          <h1>{words.title}</h1>
          <p className="quiet">{words.lead}</p>
        </div>
      </div>
      {camps.camps.length === 0 ? (
        <EmptyState small picture={badge} level={2} title={words.none}>
          {words.noneText}
        </EmptyState>
      ) : (
        <ul className="sheet growth-camps">
          {camps.camps.map((camp) => (
            <li key={camp.camp_id}>
              <a href={growthPath(camp.camp_id)}>{words.camp(camp)}</a>
              <Progress camp={camp} />
            </li>
          ))}
        </ul>
      )}
      {camps.may_release && <HeadCoaches store={store} camps={camps} />}
    </div>
  );
}

export function Progress({ camp }: { camp: ReportProgress }) {
  const { children, written, ready, released, unmarked, is_overdue } = camp;
  if (children === 0 && unmarked === 0) return <span className="quiet">{words.nobodyCame}</span>;
  if (children === 0) return <span className="tag warn">{words.notMarked(unmarked)}</span>;
  if (released === children && unmarked === 0) return <span className="tag good">{words.allReleased}</span>;
  return (
    <span className="growth-progress">
      <span className="growth-bar" aria-hidden="true">
        <i style={{ flexGrow: released }} className="released" />
        <i style={{ flexGrow: written - released }} className="ready" />
        <i style={{ flexGrow: children - written }} />
      </span>
      <span className="numbers">{words.written(camp)}</span>
      {ready > 0 && <span className="tag">{words.toRelease(ready)}</span>}
      {unmarked > 0 && <span className="tag warn">{words.notMarked(unmarked)}</span>}
      <span className={is_overdue ? 'tag bad' : 'quiet'}>{words.due(camp)}</span>
    </span>
  );
}

function HeadCoaches({ store, camps }: { store: GrowthReports; camps: CampsWithReports }) {
  const busy = useStore(store.$busy);
  const outcome = useStore(store.$outcome);
  const { head_coaches: coaches, may_name_head_coaches: mayName } = camps;
  return (
    <section className="sheet growth-heads" aria-labelledby="head-coaches">
      <header>
        <h2 id="head-coaches">{headMessages.title}</h2>
      </header>
      <p className="quiet">
        {headMessages.text} {!mayName && headMessages.businessOnly}
      </p>
      {outcome && (
        <div className="growth-inset">
          <Notice tone={outcome.tone}>{outcome.text}</Notice>
        </div>
      )}
      {coaches.length === 0 && <p className="quiet">{headMessages.none}</p>}
      <ul>
        {coaches.map(({ id, name, is_head }) => (
          <li key={id}>
            <Checkbox
              id={`head-${id}`}
              checked={is_head}
              disabled={!mayName || busy}
              onChange={({ target }) => void store.nameHead(id, target.checked)}
            >
              {name}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  );
}
