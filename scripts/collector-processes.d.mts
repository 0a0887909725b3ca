export const environmentsOf: (
  environment: Readonly<Record<string, string | undefined>>,
) => readonly Readonly<Record<string, string>>[];
