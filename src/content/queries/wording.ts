import { defineQuery } from 'groq';

/** The sentences of the code that Studio has changed (decisions "Sentences are content"). */
export const wordingQuery = defineQuery(
  `*[_type == "wording"] | order(_id asc){ "changes": coalesce(changes[]{ "key": _key, "was": coalesce(was, ""), "text": coalesce(text, "") }, []) }`,
);
