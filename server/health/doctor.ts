import type { Dependencies } from '../dependencies.ts';
import { diagnose, type Finding } from './diagnosis.ts';
import { readInstallationFacts } from './installation-facts.ts';
import { mend } from './mend.ts';

/** What `npm run doctor` does: it names what is wrong, and mends what is safe while programs run. */

type Say = (text: string) => void;
type DoctorParts = Pick<Dependencies, 'db' | 'slices' | 'ids' | 'log' | 'clock'>;

const examine = async (parts: DoctorParts, dataDir: string): Promise<readonly Finding[]> => {
  const now = parts.clock.now();
  return diagnose(await readInstallationFacts(parts, dataDir, now), now);
};

/** @returns whether nothing is wrong */
export const runDoctor = async (parts: DoctorParts, dataDir: string, say: Say): Promise<boolean> => {
  const findings = await examine(parts, dataDir);
  for (const { what, remedy } of findings) say(`${what}\n  ${remedy}`);
  if (findings.length === 0) say(`Nothing is wrong with the installation of ${dataDir}.`);
  return findings.length === 0;
};

/**
 * Mends what is safe, and says of everything else why it is left. What is repaired may show what else is wrong, such as
 * a table without rows.
 *
 * @returns whether nothing is wrong any more
 */
export const mendInstallation = async (parts: DoctorParts, dataDir: string, say: Say): Promise<boolean> => {
  const seen = new Set<string>();
  let findings = await examine(parts, dataDir);
  while (findings.some(({ what }) => !seen.has(what))) {
    for (const finding of findings.filter(({ what }) => !seen.has(what))) {
      seen.add(finding.what);
      const { isMended, text } = await mend(parts, finding);
      say(`${finding.what}\n  ${isMended ? `Mended: ${text}` : `Left: ${text}\n  ${finding.remedy}`}`);
    }
    findings = await examine(parts, dataDir);
  }
  if (findings.length === 0) say(`Nothing is wrong with the installation of ${dataDir}.`);
  return findings.length === 0;
};
