/**
 * The dimensions of a contact by which monthly rollups are summed beside the ad, one at a time: their `value`
 * is the number of an agent (device, system and browser), of a landing address, an hour or a weekday.
 */
export const KINDS = ['agent', 'landing', 'hour', 'weekday'] as const;
export type Kind = (typeof KINDS)[number];

/** The type of the column `kind`. */
export const KIND_TYPE = `Enum8(${KINDS.map((kind, index) => `'${kind}' = ${index + 1}`).join(', ')})`;
