import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import type { Season } from '#contract/seasons.ts';
import { errorText } from '#api/error-text.ts';
import { formatDate, formatTime } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { itemMessages } from '../messages.ts';
import { patternMessages, weekdayNames } from '../pattern/messages.ts';
import { ClosedDays } from './ClosedDays.tsx';
import { CopySeason } from './CopySeason.tsx';
import type { Outcome, SeasonsStore } from './store.ts';
import { createSeasonForm } from './form.ts';
import {
  doneMessage,
  formMessages,
  refusals,
  screenMessages,
  sheetMessages as words,
  stateMessages,
  toneOf,
} from './messages.ts';
import { SeasonForm } from './SeasonForm.tsx';

interface Props {
  store: SeasonsStore;
  season: Season;
  onCancel: (items: readonly ScheduleItem[]) => void;
  onAddClasses: () => void;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

/** Shows the season's days and classes, its closed days, and sessions that no longer fit into it. */
export function SeasonSheet({ store, season, onCancel, onAddClasses }: Props) {
  const [view, setView] = useState<'season' | 'change' | 'copy'>('season');
  const outcome = useStore(store.$outcome);
  const showSeason = () => setView('season');
  if (view === 'change') return <ChangeSeason store={store} season={season} onLeave={showSeason} />;
  if (view === 'copy') return <CopySeason store={store} season={season} onLeave={showSeason} />;
  return (
    <>
      <Head store={store} season={season} />
      <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
      <Misfits season={season} onCancel={onCancel} />
      <div className="row">
        <Button kind="line" small onClick={() => setView('change')}>
          {words.change}
        </Button>
        <Button kind="line" small onClick={() => setView('copy')}>
          {words.copy}
        </Button>
      </div>
      <ClosedDays store={store} season={season} />
      <Classes season={season} onAddClasses={onAddClasses} />
      {season.can_withdraw && <DeleteSeason store={store} season={season} />}
    </>
  );
}

function Head({ store, season }: Pick<Props, 'store' | 'season'>) {
  const horizon = useStore(store.$horizon);
  return (
    <header className="side-head stack gap-2">
      <h2 id="side-title">{season.fields.name}</h2>
      <p className="numbers">
        <span className={`tag ${toneOf(season.state)}`}>{stateMessages[season.state]}</span>{' '}
        {screenMessages.dates(season.fields)}
      </p>
      <p className="quiet numbers">{screenMessages.numbers(season)}</p>
      {horizon && season.state !== 'over' && (
        <p className="quiet numbers">{words.planned(season.planned, horizon)}</p>
      )}
    </header>
  );
}

function ChangeSeason({ store, season, onLeave }: Pick<Props, 'store' | 'season'> & { onLeave: () => void }) {
  const [form] = useState(() =>
    createSeasonForm({ before: season.fields, send: store.save, onSent: onLeave }),
  );
  return (
    <>
      <h2 id="side-title">{formMessages.titleChange(season.fields.name)}</h2>
      <SeasonForm form={form} save={formMessages.save} onLeave={onLeave}>
        {formMessages.effect}
      </SeasonForm>
    </>
  );
}

function Misfits({ season: { misfits, misfit_places }, onCancel }: Pick<Props, 'season' | 'onCancel'>) {
  if (misfits === 0) return null;
  return (
    <Notice
      tone="warn"
      title={words.misfitsTitle(misfits)}
      list={misfit_places.map(({ place, children }) => (
        <span key={place.id}>
          {formatDate(place.first_day)}, {place.session && formatTime(place.session.session_time)},{' '}
          {place.title}, {place.location}:{' '}
          {children.length === 0 ? (
            words.nobody
          ) : (
            <b>
              {children.map(({ child_id, name }, index) => (
                <span key={child_id}>
                  {index > 0 && ', '}
                  <bdi translate="no">{name}</bdi>
                </span>
              ))}
            </b>
          )}
        </span>
      ))}
      actions={
        <Button kind="line" small onClick={() => onCancel(misfit_places.map(({ place }) => place))}>
          {words.cancelMisfits(misfit_places.length)}
        </Button>
      }
    >
      {words.misfitsText}
    </Notice>
  );
}

const Classes = ({ season: { templates }, onAddClasses }: Pick<Props, 'season' | 'onAddClasses'>) => (
  <section className="sheet" aria-labelledby="season-classes">
    <header>
      <h3 id="season-classes">{words.classes}</h3>
      <Button kind="line" small onClick={onAddClasses}>
        {words.addClasses}
      </Button>
    </header>
    {templates.length === 0 ? (
      <p className="quiet">{words.noClasses}</p>
    ) : (
      <ul>
        {templates.map(({ id, fields, title, location, coach }) => (
          <li key={id}>
            <b>
              {weekdayNames[fields.weekday]}, {formatTime(fields.session_time)} · {title}
            </b>{' '}
            {!fields.active && <span className="tag">{patternMessages.paused}</span>}
            <p className="quiet">
              {location} · {itemMessages.coaches(coach === null ? [] : [coach])} ·{' '}
              {patternMessages.places(fields.max_capacity, fields.duration_minutes)}
            </p>
          </li>
        ))}
      </ul>
    )}
  </section>
);

function DeleteSeason({ store, season }: Pick<Props, 'store' | 'season'>) {
  const busy = useStore(store.$busy);
  return (
    <ConfirmButton
      name={words.remove}
      about={season.fields.name}
      means={words.removeMeans}
      yes={words.remove}
      no={words.keep}
      busy={busy}
      harm
      onYes={() => void store.withdraw()}
    />
  );
}
