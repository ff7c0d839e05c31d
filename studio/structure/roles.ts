import { type CurrentUser, definePlugin, type DocumentActionComponent } from 'sanity';
import { publisherRoles } from '../env.ts';
import { AskForReview } from '../review/AskForReview.ts';
import { ReviewBadge } from '../review/badge.ts';

const publisherActions = new Set<DocumentActionComponent['action']>(['publish', 'unpublish']);

export const mayPublish = (user: Pick<CurrentUser, 'roles'> | null) =>
  user?.roles.some(({ name }) => publisherRoles.includes(name)) ?? false;

/** Only the buttons: the permissions are set in the project (decisions "Who publishes"). */
export const staffRoles = definePlugin({
  name: 'staff-roles',
  document: {
    actions: (actions, { currentUser }) =>
      mayPublish(currentUser)
        ? actions
        : [
            // The first action is the big button.
            AskForReview,
            ...actions
              .filter(({ action }) => !publisherActions.has(action))
              .map((action) => (action.action === 'delete' ? onlyDrafts(action) : action)),
          ],
    badges: (badges, { currentUser }) => (mayPublish(currentUser) ? [...badges, ReviewBadge] : badges),
  },
});

/** Only a document that was never published may be deleted, because families can see the others. */
function onlyDrafts(original: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => {
    const description = original(props);
    return props.published ? null : description;
  };
  return Object.assign(action, { action: original.action, displayName: 'DeleteDraft' });
}
