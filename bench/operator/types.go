package main

import (
	"encoding/json"

	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var groupVersion = schema.GroupVersion{Group: "lectern.dev", Version: "v1alpha1"}

// Library is as much of the custom resource as the yardstick needs; the spec is carried along unread.
type Library struct {
	meta.TypeMeta   `json:",inline"`
	meta.ObjectMeta `json:"metadata,omitempty"`
	Spec            json.RawMessage `json:"spec,omitempty"`
	Status          LibraryStatus   `json:"status,omitempty"`
}

// LibraryStatus has the fields that the yardstick writes.
type LibraryStatus struct {
	State              string           `json:"state,omitempty"`
	ObservedGeneration int64            `json:"observedGeneration,omitempty"`
	Conditions         []meta.Condition `json:"conditions,omitempty"`
}

// LibraryList is a page of Libraries.
type LibraryList struct {
	meta.TypeMeta `json:",inline"`
	meta.ListMeta `json:"metadata,omitempty"`
	Items         []Library `json:"items"`
}

// DeepCopyObject makes a Library an object of the API machinery.
func (l *Library) DeepCopyObject() runtime.Object {
	return l.deepCopy()
}

func (l *Library) deepCopy() *Library {
	copied := *l
	l.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	copied.Spec = append(json.RawMessage(nil), l.Spec...)
	copied.Status.Conditions = append([]meta.Condition(nil), l.Status.Conditions...)
	return &copied
}

// DeepCopyObject makes a LibraryList an object of the API machinery.
func (l *LibraryList) DeepCopyObject() runtime.Object {
	copied := *l
	copied.Items = make([]Library, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].deepCopy()
	}
	return &copied
}
