import { type CurrentUser, definePlugin, type DocumentActionComponent } from 'sanity';
import { publisherRoles } from '../env.ts';
import { AskForReview } from '../review/AskForReview.ts';
import { ReviewBadge } from '../review/badge.ts';

const publisherActions = new Set<DocumentActionComponent['action']>([
  ...(['publish', 'unpublish', 'schedule', 'unpublishVersion'] as const),
]);

export const mayPublish = (user: Pick<CurrentUser, 'roles'> | null) =>
  user?.roles.some(({ name }) => publisherRoles.includes(name)) ?? false;

/** Hides actions by role. The project's settings in Sanity enforce the permissions (decisions "Who publishes"). */
export const staffRoles = definePlugin({
  name: 'staff-roles',
  document: {
    actions: (actions, { currentUser }) =>
      mayPublish(currentUser)
        ? actions
        : [
            // Studio shows the first action as the main button.
            AskForReview,
            ...actions
              .filter(({ action }) => !publisherActions.has(action))
              .map((action) => (action.action === 'delete' ? onlyDrafts(action) : action)),
          ],
    badges: (badges, { currentUser }) => (mayPublish(currentUser) ? [...badges, ReviewBadge] : badges),
  },
});

/**
 * Limits an action for editors. They may delete only documents that were never published, because families can see the
 * others.
 */
function onlyDrafts(original: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => {
    const description = original(props);
    return props.published ? null : description;
  };
  return Object.assign(action, { action: original.action, displayName: 'DeleteDraft' });
}
