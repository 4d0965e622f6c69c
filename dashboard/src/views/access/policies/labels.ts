/** Names of the types of sources. */
export const kinds = {
  public_repos: 'Public repositories',
  websites: 'Websites',
  llmstxt: 'llms.txt files',
  uploaded_files: 'API descriptions',
  confluence: 'Wiki spaces and pages',
  private_sources: 'Private sources',
} as const;

/** Names of the filters of public libraries. */
export const modes = [
  { value: 'all', label: 'All' },
  { value: 'quality', label: 'By quality' },
  { value: 'select', label: 'By name' },
];

const settings: Record<string, string> = {
  'select.allowedLibraries': 'Not named',
  'quality.blockedLibraries': 'Blocked by name',
  'quality.requireVerified': 'Not verified',
  'quality.minTrustScore': 'Trust score too low',
  'quality.maxAgeDays': 'Not updated recently enough',
  'quality.repoFilters.minStars': 'Too few stars',
  'quality.repoFilters.allowedLicenses': 'Other license',
};

/** Returns the name of a setting that excludes libraries. */
export function settingName(setting: string): string {
  const kind = setting.replace(/^sourceTypes\./, '');
  if (kind in kinds) return `${kinds[kind as keyof typeof kinds]} turned off`;
  return settings[setting.replace(/^libraryFilters\./, '')] ?? setting;
}
