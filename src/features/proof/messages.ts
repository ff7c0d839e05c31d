/** Invented names and areas for the simulated mode (spec 2 §4). */
export const simulatedMessages = {
  names: [
    'Sarah',
    'Wei Ling',
    'Priya',
    'Marcus',
    'Hui Min',
    'Aisha',
    'Daniel',
    'Kavitha',
    'Jun Wei',
    'Nurul',
  ],
  areas: ['Tampines', 'Bishan', 'Bedok', 'Clementi', 'Katong', 'Punggol', 'Novena', 'Bukit Timah'],
  offers: ['a Try-Out', 'a Term pass', 'Spark Camp', 'Ignite Camp'],
} as const;
