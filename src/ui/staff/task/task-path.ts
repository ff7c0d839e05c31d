import { paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { familyPath } from '../family-path.ts';
import { orderPath } from '../order-path.ts';

/** The subject of a task. For a child, `id` is the id of its family. */
interface TaskLink {
  kind: 'family' | 'child' | 'order' | 'camp' | 'session' | 'lead';
  id: string | null;
  day: string | null;
}

export const taskPath = (taskId: string): string => `${staffPaths.managementTasks}?task=${taskId}`;

/** Returns the address of the form for a new task about this subject. */
export const newTaskPath = (kind: TaskLink['kind'], id: string): string =>
  `${staffPaths.managementTasks}?new=${kind}.${id}`;

/** Returns the page that a task links to, or null if coaches have no screen for it. */
export function linkPath({ kind, id, day }: TaskLink, isManager: boolean): string | null {
  if (!isManager) return kind === 'child' || kind === 'camp' || kind === 'session' ? paths.roster : null;
  if (id === null) return null;
  switch (kind) {
    case 'family':
    case 'child':
      return familyPath(id);
    case 'order':
      return orderPath(id);
    case 'lead':
      return `${staffPaths.managementLeads}?lead=${id}`;
    case 'camp':
    case 'session':
      return `${staffPaths.managementSchedule}?week=${day ?? ''}&place=${id}`;
  }
}
