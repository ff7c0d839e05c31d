/** The simulated mode uses these invented names and areas (spec 2 §4). */
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
