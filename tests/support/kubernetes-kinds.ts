import type { StatefulSet } from 'kubernetes-types/apps/v1.js';
import type { Service } from 'kubernetes-types/core/v1.js';
import type { Ingress } from 'kubernetes-types/networking/v1.js';

/** The types of Kubernetes' API that the files of `deploy/` use, by `apiVersion` and `kind`. */
export interface Kinds {
  readonly 'v1 Service': Service;
  readonly 'apps/v1 StatefulSet': StatefulSet;
  readonly 'networking.k8s.io/v1 Ingress': Ingress;
}
