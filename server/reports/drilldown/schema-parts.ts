import { Type } from '@fastify/type-provider-typebox';

export const Text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const Count = (description: string) => Type.Integer({ minimum: 0, description });
export const Yen = (description: string) => Type.Number({ description });
