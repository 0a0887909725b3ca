import type { FastifyInstance } from 'fastify';
import { CLIENT } from './identity-provider.ts';
import type { Body, Tokens } from './tenants.ts';

/** Requests of single sign-on, each from another network, so that the rates of a network are not met. */

let requests = 0;
const nextAddress = (): string => {
  requests += 1;
  return `10.${requests >> 8}.${requests & 255}.1`;
};

export interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly cookie: string;
}

export interface Sent {
  readonly access?: string;
  readonly payload?: object;
  readonly cookie?: string;
  readonly ip?: string;
}

export const createRequester =
  (app: FastifyInstance) =>
  async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    sent: Sent = {},
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url: `/api/v1/${path}`,
      remoteAddress: sent.ip ?? nextAddress(),
      headers: {
        ...(sent.access !== undefined && { authorization: `Bearer ${sent.access}` }),
        ...(sent.cookie !== undefined && { cookie: sent.cookie }),
      },
      ...(sent.payload && { payload: sent.payload }),
    });
    const cookie = answer.headers['set-cookie'];
    return {
      status: answer.statusCode,
      body: answer.json<Body>(),
      cookie: typeof cookie === 'string' ? cookie : '',
    };
  };
export type Requester = ReturnType<typeof createRequester>;

export const completeForm = (issuer: string, over: object = {}): object => ({
  name: '社内ID é',
  issuer,
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  email_domains: ['acme.example'],
  ...over,
});

/** A sign-in that was begun: the address at the provider, and the cookie of the browser. */
export interface Begun {
  readonly address: string;
  readonly cookie: string;
}

export const begin = async (send: Requester, company: string): Promise<Begun> => {
  const { status, body, cookie } = await send('POST', 'auth/single_sign_on/begin/', {
    payload: { company_id: company },
  });
  if (status !== 200) throw new Error(`a sign-in could not be begun: ${JSON.stringify(body)}`);
  return { address: String(body['address']), cookie: cookie.split(';')[0] ?? '' };
};

export const complete = (send: Requester, query: string, cookie: string, ip?: string): Promise<Answer> =>
  send('POST', 'auth/single_sign_on/complete/', {
    payload: { query },
    cookie,
    ...(ip !== undefined && { ip }),
  });

export const tokensOf = ({ status, body }: Answer): Tokens => {
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body as unknown as Tokens;
};
