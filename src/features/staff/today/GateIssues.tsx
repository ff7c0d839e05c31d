import { useStore } from '@nanostores/react';
import { paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConflictingMarks } from '#ui/staff/gate/ConflictingMarks.tsx';
import { concernLine, notHandedOverLine, stateLine } from '#domain/gate-messages.ts';
import { gateMessages } from './messages.ts';
import { type GateIssue, findGateIssues } from './model.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import type { Today, View } from './store.ts';

interface Props {
  today: Today;
  view: Extract<View, { state: 'ready' }>;
  /** False hides first aid and the parents' phone numbers, because other people may see the screen. */
  isAdminView: boolean;
}

/**
 * Lists what hand-overs and first aid have left to do: marks that differ between devices, rules that were broken, and
 * parents who were not told.
 */
export function GateIssues({ today, view, isAdminView }: Props) {
  const outcome = useStore(today.gate.$outcome);
  const busy = useStore(today.gate.$busy);
  const { places, first_aid } = view.today;
  const rows = findGateIssues(places);
  const isEmpty = rows.length === 0 && first_aid.count === 0;
  return (
    <section className="sheet at-gate" id="gate" aria-labelledby="gate-heading">
      <header>
        <h2 id="gate-heading">{gateMessages.heading}</h2>
        <span className="row no-print">
          <ButtonLink kind="line" small href={`${paths.roster}#evacuation`}>
            {gateMessages.evacuation}
          </ButtonLink>
        </span>
      </header>
      {outcome !== null && <RefusalNotice code={outcome.code} />}
      {isEmpty && <p className="quiet">{gateMessages.none}</p>}
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <Row key={row.child.entry_id} row={row} today={today} />
          ))}
        </ul>
      )}
      {isAdminView && first_aid.count > 0 && (
        <ul>
          {first_aid.first.map((entry) => (
            <li key={entry.id}>
              <p>{gateMessages.aid(entry)}</p>
              <div className="row no-print">
                {entry.parents.map(({ name, phone }) =>
                  phone === null ? null : (
                    <a key={name + phone} className="button line small" href={`tel:${phone}`}>
                      {gateMessages.call(name)}
                    </a>
                  ),
                )}
                <Button
                  kind="line"
                  small
                  busy={busy}
                  aria-label={gateMessages.markInformedOf(entry)}
                  onClick={() => void today.markParentInformed(entry.id)}
                >
                  {gateMessages.markInformed}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet rest">
        <a href={staffPaths.managementFirstAid + (first_aid.count > 0 ? '?informed=open' : '')}>
          {first_aid.count > first_aid.first.length ? gateMessages.all(first_aid.count) : gateMessages.list}
        </a>
      </p>
    </section>
  );
}

function Row({ row: { place, child }, today }: { row: GateIssue; today: Today }) {
  const { mark, name } = child;
  const concern = concernLine(mark);
  return (
    <li>
      <p>
        <b>{name}</b> <span className="quiet">{gateMessages.where(place)}</span>
      </p>
      {mark.differing.length === 0 && <p>{stateLine(mark)}</p>}
      {concern !== null && <p className="tag bad">{concern}</p>}
      {mark.not_handed_over !== null && <p className="tag bad">{notHandedOverLine(mark.not_handed_over)}</p>}
      <ConflictingMarks
        name={name}
        place={gateMessages.where(place)}
        marks={mark.differing}
        onChoose={(markId) => void today.decide(place.id, child, markId)}
      />
    </li>
  );
}
