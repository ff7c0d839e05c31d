export const leadMessageMost = 4000;
