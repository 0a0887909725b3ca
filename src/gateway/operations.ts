import { gql, type TypedDocumentNode } from '@urql/core';

type Grant = { saved: { access: string | null; refresh: string | null; lifetime: number | null } | null };
export const SignInDocument: TypedDocumentNode<Grant, { input: { company_id: string; email: string; password: string; auto_login: boolean } }> =
  gql`mutation SignIn($input: SignInInput!) { saved: signIn(input: $input) { access refresh lifetime } }`;
export const RefreshTokensDocument: TypedDocumentNode<Grant, { input: { refresh: string } }> =
  gql`mutation RefreshTokens($input: RefreshTokensInput!) { saved: refreshTokens(input: $input) { access refresh lifetime } }`;
export const SignOutDocument: TypedDocumentNode<object, { input: { refresh: string } }> =
  gql`mutation SignOut($input: SignOutInput!) { removed: signOut(input: $input) { __typename } }`;
type Me = { one: { id: number; name: string; email: string; role_name: string; role_code: string; company_id: number; company_name: string; agency: { id: number; name: string } | null } | null };
export const MeDocument: TypedDocumentNode<Me, object> =
  gql`query Me { one: me { id name email role_name role_code company_id company_name agency { id name } } }`;
type Mine = { one: { role_name: string; role_code: string; permissions: Record<string, string> | null } | null };
export const MyPermissionsDocument: TypedDocumentNode<Mine, object> =
  gql`query MyPermissions { one: myPermissions { role_name role_code permissions { access_log interaction_log cv_log result_notification_log result_queue cv_approval } } }`;
type Page = { results: ({ id: number; title: string } | null)[] | null } | null;
export const StartupListsDocument: TypedDocumentNode<Record<'agency' | 'product' | 'ad' | 'redirect' | 'asp' | 'cvSetting' | 'adCategory' | 'adType', Page>, object> = gql`query StartupLists {
  agency: agencies(page_size: 9999) { results { id title: name } }
  product: products(page_size: 9999) { results { id title: name } }
  ad: ads(page_size: 9999) { results { id title: name } }
  redirect: redirects(page_size: 9999) { results { id title: name } }
  asp: asps(page_size: 9999) { results { id title: name } }
  cvSetting: cvSettings(page_size: 9999) { results { id title: name } }
  adCategory: adCategories(page_size: 9999) { results { id title: name } }
  adType: adTypes(page_size: 9999) { results { id title: name } }
}`;
