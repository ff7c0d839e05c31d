import { useStore } from '@nanostores/react';
import { useState } from 'react';
import {
  type TemplateFields,
  weekdays,
  type WeekPlan,
  type WeekTemplate,
} from '#contract/management-schedule.ts';
import { formatTime } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { coachClashMessages } from '#ui/staff/messages.ts';
import { teamBadges } from '#ui/avatars.ts';
import { formMessages, messages, itemMessages, refusals } from '../messages.ts';
import { newSession } from '../model.ts';
import { patternMessages, weekdayNames } from './messages.ts';
import { createPattern, type PatternStore } from './store.ts';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import type { ScheduleStore } from '../store.ts';

const patternRefusals = { ...refusals, changed_meanwhile: patternMessages.changed };

/** Shows the weekly pattern, from which the coming weeks are created. */
export function Pattern({ schedule }: { schedule: ScheduleStore }) {
  const plan = useStore(schedule.$plan);
  const [pattern] = useState(() => createPattern(schedule));
  if (plan === null)
    return (
      <div className="schedule-waiting stack">
        <h1>{patternMessages.title}</h1>
        <p className="sr-only" role="status">
          {messages.loading}
        </p>
        <span className="skeleton grid" aria-hidden="true" />
      </div>
    );
  return <PatternLines pattern={pattern} plan={plan} />;
}

function PatternLines({ pattern, plan }: { pattern: PatternStore; plan: WeekPlan }) {
  const outcome = useStore(pattern.$outcome);
  /** The line that the form edits, null for a new line, or undefined if no form is open. */
  const [editedLine, setEditedLine] = useState<WeekTemplate | null | undefined>(undefined);
  return (
    <section aria-labelledby="pattern-title">
      <div className="staff-head">
        <div>
          <h1 id="pattern-title">{patternMessages.title}</h1>
          <p className="quiet">{patternMessages.text(plan.planned_until)}</p>
        </div>
        <Button kind="solid" small onClick={() => setEditedLine(null)}>
          {patternMessages.add}
        </Button>
      </div>
      {outcome?.state === 'refused' && <RefusalNotice code={outcome.code} own={patternRefusals} />}
      {outcome?.state === 'done' && (
        <Notice
          tone={outcome.clashes.length > 0 ? 'warn' : 'calm'}
          list={outcome.clashes.map(coachClashMessages.text)}
          actions={
            outcome.undo && (
              <Button kind="line" small onClick={() => void outcome.undo?.()}>
                {formMessages.undo}
              </Button>
            )
          }
        >
          {outcome.text}
          {outcome.clashes.length > 0 && ` ${coachClashMessages.title}`}
        </Notice>
      )}
      {editedLine === null && (
        <TemplateForm
          pattern={pattern}
          plan={plan}
          id={null}
          original={newLine(plan)}
          onLeave={() => setEditedLine(undefined)}
        />
      )}
      {weekdays
        .filter((weekday) => plan.templates.some(({ fields }) => fields.weekday === weekday))
        .map((weekday) => (
          <section key={weekday} className="sheet schedule-pattern" aria-labelledby={`pattern-${weekday}`}>
            <header>
              <h2 id={`pattern-${weekday}`}>{weekdayNames[weekday]}</h2>
            </header>
            <ul>
              {plan.templates
                .filter(({ fields }) => fields.weekday === weekday)
                .map((line) =>
                  editedLine?.id === line.id ? (
                    <li key={line.id}>
                      <TemplateForm
                        pattern={pattern}
                        plan={plan}
                        id={line.id}
                        original={line.fields}
                        onLeave={() => setEditedLine(undefined)}
                      />
                    </li>
                  ) : (
                    <PatternLine
                      key={line.id}
                      pattern={pattern}
                      line={line}
                      isClosed={plan.locations.some(
                        ({ id, is_offered }) => id === line.fields.location_id && !is_offered,
                      )}
                      onEdit={() => setEditedLine(line)}
                    />
                  ),
                )}
            </ul>
          </section>
        ))}
    </section>
  );
}

function newLine(plan: WeekPlan): TemplateFields {
  const { class_type_id, location_id, coach_id, session_time, duration_minutes, max_capacity } = newSession(
    plan,
    '',
  );
  return {
    class_type_id,
    location_id,
    coach_id,
    session_time,
    duration_minutes,
    max_capacity,
    season_id: null,
    weekday: 6,
    active: true,
  };
}

function PatternLine({
  pattern,
  line,
  isClosed,
  onEdit,
}: {
  pattern: PatternStore;
  line: WeekTemplate;
  /** True if Studio no longer has the location. The line then plans nothing. */
  isClosed: boolean;
  onEdit: () => void;
}) {
  const busy = useStore(pattern.$busy);
  const { fields, title, team, location, coach, season, planned } = line;
  const hour = formatTime(fields.session_time);
  return (
    <li className={fields.active ? 'pattern-line' : 'pattern-line paused'}>
      {team && <img src={teamBadges[team]} width="28" height="28" alt="" />}
      <p className="what">
        <b>
          {hour} · {title}
        </b>
        <span>
          {location} · {itemMessages.coaches(coach === null ? [] : [coach])} ·{' '}
          {patternMessages.places(fields.max_capacity, fields.duration_minutes)}
          {season !== null && ` · ${season}`}
        </span>
      </p>
      <p className="quiet numbers">
        {!fields.active && <span className="tag">{patternMessages.paused}</span>}{' '}
        {fields.active && isClosed && <span className="tag warn">{patternMessages.closed}</span>}{' '}
        {patternMessages.planned(planned)}
      </p>
      <div className="row">
        <Button kind="line" small aria-label={`${itemMessages.edit}: ${title}, ${hour}`} onClick={onEdit}>
          {itemMessages.edit}
        </Button>
        <Button
          kind="line"
          small
          busy={busy}
          aria-label={`${fields.active ? patternMessages.pause : patternMessages.resume}: ${title}, ${hour}`}
          onClick={() => void pattern.setActive(line.id, fields, !fields.active)}
        >
          {fields.active ? patternMessages.pause : patternMessages.resume}
        </Button>
      </div>
    </li>
  );
}
