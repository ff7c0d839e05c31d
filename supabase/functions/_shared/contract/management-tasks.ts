import * as v from 'valibot';
import { count } from './numbers.ts';
import { listPage } from './list-page.ts';

/**
 * What staff have to do by a day (docs/decisions "Tasks"). Times are ISO 8601, and days are in
 * Singapore.
 */

const text = v.nullable(v.string());
const day = v.nullable(v.pipe(v.string(), v.isoDate()));

/**
 * A `todo` is a task that somebody wrote down. The other kinds are made when a lead, a decision or a returned mail
 * appears.
 */
export const taskKinds = ['todo', 'lead', 'decision', 'bounce'] as const;
export const taskSorts = ['due', '-due', '-created', 'created'] as const;
export const taskLinkKinds = ['family', 'child', 'order', 'camp', 'session', 'lead'] as const;

/** What a task is about. `text` and `day` say which one, e.g. its location and day. */
export const TaskLink = v.object({
  kind: v.picklist(taskLinkKinds),
  id: text,
  title: v.string(),
  text,
  day,
});
export type TaskLink = v.InferOutput<typeof TaskLink>;

export const StaffTask = v.object({
  task_id: v.string(),
  kind: v.picklist(taskKinds),
  title: text,
  /** For a todo, what to know about it. For another task, why it waits. */
  note: text,
  /** The address of a returned mail. */
  email: text,
  decision_kind: text,
  link: v.nullable(TaskLink),
  owner_id: text,
  owner: text,
  is_mine: v.boolean(),
  due_on: day,
  /** The last day that `due_on` may have. Null if there is none. */
  latest_on: day,
  /** A change names the version of the task that it is based on. */
  version: count,
  created_at: v.string(),
  created_by: text,
  done_at: text,
  done_by: text,
});
export type StaffTask = v.InferOutput<typeof StaffTask>;

export const StaffTasks = listPage(StaffTask);
export type StaffTasks = v.InferOutput<typeof StaffTasks>;

/** Answer of reading or saving a task. */
export const StaffTaskDetails = v.object({ task: StaffTask });
export type StaffTaskDetails = v.InferOutput<typeof StaffTaskDetails>;

/** The people who can be given a task. */
export const TaskOwners = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    is_me: v.boolean(),
    /** True if this person is a coach only. Coaches get only tasks that somebody wrote down. */
    is_coach_only: v.boolean(),
  }),
);
export type TaskOwners = v.InferOutput<typeof TaskOwners>;

/** Arguments of saving a task. */
export const SaveTask = v.object({
  task_id: v.string(),
  /** The version that the change is based on. Null for a new task. */
  version: v.nullable(count),
  title: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  note: v.nullable(v.pipe(v.string(), v.maxLength(1000))),
  due_on: day,
  owner_id: text,
  link: v.nullable(v.object({ kind: v.picklist(taskLinkKinds), id: v.string() })),
});
export type SaveTask = v.InferOutput<typeof SaveTask>;
