import type { FamilyPage } from '#contract/management-families.ts';
import { collectionMessages, levelMessages } from './child-messages.ts';

type Child = FamilyPage['children'][number];

/**
 * Says that some people must never collect the child. Their names are opened with the child's health, because that
 * read is logged.
 */
export const BlockedTag = ({ collection }: Pick<Child, 'collection'>) =>
  collection.blocked > 0 && (
    <span className="tag bad">{collectionMessages.blockedTag(collection.blocked)}</span>
  );

export const GoingAlone = ({ collection }: Pick<Child, 'collection'>) => (
  <p>
    {collectionMessages.alone}: <b>{collectionMessages.goingAlone(collection)}</b>
  </p>
);

export const LevelHistory = ({ levels }: Pick<Child, 'levels'>) =>
  levels.length > 0 && (
    <details className="level-history">
      <summary>{levelMessages.title(levels.length)}</summary>
      <ul>
        {levels.map((change) => (
          <li key={change.at}>
            {levelMessages.change(change)} <span className="quiet">{levelMessages.who(change)}</span>
            {change.note !== null && <p>{levelMessages.note(change.note)}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
