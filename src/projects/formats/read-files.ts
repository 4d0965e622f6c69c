import type { Ecosystem } from '../dependency.ts';
import { readCargo } from './cargo.ts';
import { readComposer } from './composer.ts';
import type { ProjectFiles } from './file-problem.ts';
import { readGo } from './go.ts';
import { readGradle } from './gradle.ts';
import { readMaven } from './maven.ts';
import { readMix } from './mix.ts';
import { readNpm } from './npm.ts';
import { readNuget } from './nuget.ts';
import { readPub } from './pub.ts';
import { readPython } from './python.ts';
import { Reading, type EcosystemFacts } from './reading.ts';
import { readRuby } from './ruby.ts';

const readers: Record<Ecosystem, (reading: Reading) => void> = {
  npm: readNpm,
  pypi: readPython,
  go: readGo,
  cargo: readCargo,
  maven(reading) {
    readMaven(reading);
    readGradle(reading);
  },
  rubygems: readRuby,
  packagist: readComposer,
  nuget: readNuget,
  pub: readPub,
  hex: readMix,
};

/** Returns what the files of one ecosystem declare. Refuses broken files and entries, and continues. */
export function readFiles(ecosystem: Ecosystem, files: ProjectFiles): EcosystemFacts {
  const reading = new Reading(ecosystem, files);
  readers[ecosystem](reading);
  return reading.facts();
}
