import { useState } from 'react';
import { createManagerAccess } from '#api/manager-access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { Field } from '#ui/Field.tsx';
import { CollectionScreen } from '#ui/kit/CollectionScreen.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { settingTopicNames } from '#ui/staff/setting-lines.ts';
import { inPage } from '#ui/in-page.ts';
import { createSettingsStore, type SettingsStore } from './detail.ts';
import { detailMessages, screenMessages as words, valueMessage } from './messages.ts';
import type { Entry, Topic } from './entry.ts';
import { findEntries } from './model.ts';
import { SettingSheet } from './SettingSheet.tsx';

/**
 * On this screen (`/management/settings`), staff see every setting by topic. When they open a setting, they see its
 * form and its changes.
 */
function Settings() {
  const [store] = useState(createSettingsStore);
  const [text, setText] = useState('');
  return (
    <CollectionScreen
      store={store}
      words={words}
      sheetWords={detailMessages}
      sheet={(entry) => <SettingSheet detail={store} entry={entry} />}
    >
      {(entries) => (
        <>
          <div className="setting-find">
            <Field
              id="find-setting"
              label={words.find}
              type="search"
              placeholder={words.findHint}
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
          <p>
            <a href={staffPaths.managementConsents}>{words.consents}</a>{' '}
            <span className="quiet">{words.consentsText}</span>
          </p>
          <Topics store={store} entries={findEntries(entries, text)} text={text} />
        </>
      )}
    </CollectionScreen>
  );
}

interface TopicsProps {
  store: SettingsStore;
  entries: readonly Entry[];
  text: string;
}
function Topics({ store, entries, text }: TopicsProps) {
  return (
    <div className="setting-topics">
      {entries.length === 0 && <p role="status">{words.none(text)}</p>}
      {(Object.keys(settingTopicNames) as Topic[]).map((topic) => {
        const rows = entries.filter((entry) => entry.topic === topic);
        return (
          rows.length > 0 && (
            <section key={topic} className="sheet" aria-labelledby={`topic-${topic}`}>
              <header>
                <h2 id={`topic-${topic}`}>{settingTopicNames[topic]}</h2>
              </header>
              <ul>
                {rows.map((entry) => (
                  <Row key={entry.id} store={store} entry={entry} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}

/** The number of characters above which a value gets a line of its own. */
const LONG = 40;

function Row({ store, entry }: { store: SettingsStore; entry: Entry }) {
  const [newest] = entry.changes;
  const value = valueMessage(entry);
  const isChanged =
    !(entry.source.kind === 'setting' && entry.source.setting.is_fixed) &&
    JSON.stringify(entry.value) !== JSON.stringify(entry.default);
  return (
    <li className="setting-row">
      <a href={store.hrefOf(entry.id)} onClick={inPage(() => store.open(entry.id))}>
        {entry.label}
      </a>
      <b className={value.length > LONG ? 'numbers long' : 'numbers'}>{value}</b>
      <p className="quiet">{entry.what}</p>
      <p className="quiet">
        {[
          isChanged && words.defaultIs(valueMessage(entry, entry.default)),
          newest && words.changed(newest),
          !entry.canChange && words.fixed,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  );
}

export default managed(createManagerAccess(), words.viewOff, Settings);
