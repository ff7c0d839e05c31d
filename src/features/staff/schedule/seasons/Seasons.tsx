import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import type { Season } from '#contract/seasons.ts';
import { Button } from '#ui/Button.tsx';
import { CollectionScreen } from '#ui/kit/CollectionScreen.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { inPage } from '#ui/in-page.ts';
import type { SeasonsStore } from './store.ts';
import { createSeasonForm } from './form.ts';
import { formMessages, screenMessages as words, sheetMessages, stateMessages, toneOf } from './messages.ts';
import { SeasonForm } from './SeasonForm.tsx';
import { SeasonSheet } from './SeasonSheet.tsx';

interface Props {
  store: SeasonsStore;
  onCancel: (items: readonly ScheduleItem[]) => void;
  onAddClasses: () => void;
}

/** Lists the seasons of weekly classes. When staff open a season, they see its classes, holidays and closed days. */
export function Seasons({ store, onCancel, onAddClasses }: Props) {
  return (
    <CollectionScreen
      store={store}
      words={words}
      sheetWords={sheetMessages}
      sheet={(season) => (
        <SeasonSheet store={store} season={season} onCancel={onCancel} onAddClasses={onAddClasses} />
      )}
    >
      {(all) => (
        <div className="stack gap-4">
          <NewSeason store={store} />
          {all.length === 0 ? (
            <p className="quiet">{words.none}</p>
          ) : (
            <section className="sheet" aria-label={words.title}>
              <ul>
                {all.map((season) => (
                  <Row key={season.id} store={store} season={season} />
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </CollectionScreen>
  );
}

const Row = ({ store, season }: { store: SeasonsStore; season: Season }) => (
  <li className="season-row">
    <p>
      <a href={store.hrefOf(season.id)} onClick={inPage(() => store.open(season.id))}>
        {season.fields.name}
      </a>{' '}
      <span className={`tag ${toneOf(season.state)}`}>{stateMessages[season.state]}</span>{' '}
      {season.misfits > 0 && <span className="tag bad">{words.misfits(season.misfits)}</span>}
    </p>
    <p className="quiet numbers">{words.dates(season.fields)}</p>
    <p className="quiet numbers">{words.numbers(season)}</p>
  </li>
);

function NewSeason({ store }: { store: SeasonsStore }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row">
      <Button kind="solid" small onClick={() => setOpen(true)}>
        {words.create}
      </Button>
      {isOpen && <NewSeasonFrame store={store} onClose={() => setOpen(false)} />}
    </div>
  );
}

function NewSeasonFrame({ store, onClose }: { store: SeasonsStore; onClose: () => void }) {
  const [form] = useState(() =>
    createSeasonForm({
      before: null,
      send: store.create,
      onSent({ id }) {
        onClose();
        store.open(id);
      },
    }),
  );
  const horizon = useStore(store.$horizon);
  return (
    <SideFrame
      title={formMessages.titleNew}
      titleId="new-season"
      closeLabel={sheetMessages.close}
      onClose={onClose}
    >
      <SeasonForm form={form} save={formMessages.create} onLeave={onClose}>
        {horizon && sheetMessages.planned(0, horizon)}
      </SeasonForm>
    </SideFrame>
  );
}
