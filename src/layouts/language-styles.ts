/** English needs no styles of its own; the build of another language has the neighbour of its name. */
export {};
